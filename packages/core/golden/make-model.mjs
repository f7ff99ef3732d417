// Writes model-v1.unseen and model-v1.json: a small model file of format version 1 and the scores it
// must give. The file stands for all that were ever saved, so once published it is kept as it is; a
// new format version gets files of its own. Run `npm run build` first, then this script.
import { writeFileSync } from 'node:fs'
import { fit } from '../dist/fit.js'
import { toBytes } from '../dist/model/file.js'

const classes = ['horse', 'tiger', 'panda', 'whale', 'zebra', 'dauphin à flancs 🐬']
const attributes = ['hooves', 'stripes', 'fins', 'grass', 'claws']
const matrix = [[1, 0, 0, 1, 0], [0, 1, 0, 0, 1], [0, 0, 1, 1, 1], [0, 0, 1, 0, 0], [1, 1, 0, 1, 0], [0.1, 0, 1, 0, 0.2]]
const seen = Array.from({ length: 24 }, (_, i) => i % 4)
const features = seen.map((s, i) => matrix[s].map((value, m) => value + 0.1 * ((i * 7 + m * 3) % 5)))
const trained = await fit({ features, labels: seen.map((s) => classes[s]), signatures: { classes, attributes, matrix, source: 'attributes' } })
const model = trained.annotate({
  tuning: { protocol: 'groups', gamma: [0.01, 0.1, 1] },
  rehearsal: { classes: [{ class: 'horse', accuracy: 0.75 }] },
  bias: -0.0625,
  threshold: { margin: 0.125, coverage: 0.9 },
  encoder: { name: 'attributes' },
  preprocessing: { backbone: 'none' },
})

const rows = [[1, 0.9, 0.1, 1.1, 0], [0, 0.1, 1, 0, 0.1], [-0.2, 0.7, 0.3, 0, 2]]
const { scores } = model.scores(rows, { among: 'all' })
const expected = {
  about: 'The scores of model-v1.unseen for these rows among all classes, bias included, row-major (rows x classes).',
  classes: model.classes.map(({ name, seen: known }) => ({ name, seen: known })),
  notes: model.notes,
  rows,
  scores: Array.from(scores),
}
writeFileSync(new URL('model-v1.unseen', import.meta.url), toBytes(model))
writeFileSync(new URL('model-v1.json', import.meta.url), `${JSON.stringify(expected, undefined, 1)}\n`)
