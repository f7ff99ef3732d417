// The peer: the same server, its rows recognised by the model as an ONNX graph in onnxruntime.
import { Matrix, Model } from '@unseen/core'
import { parentPort, workerData } from 'node:worker_threads'
import { openSession } from '../../packages/node/dist/onnx/session.js'
import { decodeTask } from '../../packages/node/dist/server/work/decode-rows.js'
import { exportOnnx } from '../../packages/node/dist/use/export-onnx.js'

const models = new Map()

async function answer(tasks) {
  const decoded = await Promise.all(
    tasks.map(task =>
      decodeTask(task, { columns: models.get(task.key).columns, maxRows: workerData.maxRows })
    )
  )
  const { session, classes, columns, name, version } = models.get(tasks[0].key)
  const all = Matrix.stack(
    decoded.map(({ matrix }) => matrix),
    columns
  )
  const data = all.data instanceof Float32Array ? all.data : Float32Array.from(all.data)
  const { scores } = await session.run({ features: { data, dims: [all.rows, columns] } }, ['scores'])
  let row = 0
  return decoded.map(({ matrix }) => {
    const answers = []
    for (let i = 0; i < matrix.rows; i++, row++) {
      let best = 0
      for (let c = 1; c < classes.length; c++)
        if (scores.data[row * classes.length + c] > scores.data[row * classes.length + best]) best = c
      answers.push({ ranked: [{ class: classes[best], score: scores.data[row * classes.length + best] }] })
    }
    return {
      json: new TextEncoder().encode(JSON.stringify({ model: name, version, answers })),
      rows: matrix.rows
    }
  })
}

async function take(message) {
  if (message.type === 'load') {
    const { settings, trained, classes, notes, name } = message.model
    const exported = exportOnnx(Model.restore(settings, trained, classes, notes), { among: 'unseen' })
    models.set(message.key, {
      session: await openSession(exported.bytes, { threads: 1 }),
      classes: exported.classes,
      columns: trained.columns,
      name,
      version: message.version
    })
    parentPort.postMessage({ type: 'loaded', key: message.key })
  } else if (message.type === 'batch') {
    const answers = await answer(message.tasks)
    const buffers = [...new Set(message.tasks.map(({ bytes }) => bytes.buffer))]
    parentPort.postMessage({ type: 'answers', id: message.id, answers, buffers }, buffers)
  }
}

let turn = Promise.resolve()
parentPort.on('message', message => {
  turn = turn.then(() => take(message))
})
