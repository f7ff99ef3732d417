/**
 * HDF5 (.h5, .hdf5) and MATLAB's version 7.3, which is HDF5: arrays by path ("group/name"), MATLAB's
 * variables as the reader of its older files gives them. The library is made for sound files, so every
 * file is read in a thread of its own, which is ended when it is done, has failed, or makes no progress.
 * A file on disk is read piece by piece and may be larger than memory, as long as its arrays are not;
 * any other source is taken into memory first.
 */
import { UnseenError } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import type { ArrayFile, ByteSource, NamedArray, ReadOptions, Reader } from '@unseen/data'
import { readerKit } from '@unseen/data/internal'
import { HDF5_SIGNATURE, MATLAB_HEAD } from './hdf5-signature.js'
import type { Hdf5Answer, Hdf5Task } from './hdf5-worker.js'
import { Worker } from 'node:worker_threads'

/** Without a sign of life for so long, in milliseconds, reading is given up. */
const PATIENCE = 20_000

export const hdf5Reader: Reader = {
  name: 'hdf5',
  extensions: ['h5', 'hdf5', 'mat'],
  recognises(head) {
    const text = String.fromCharCode(...head.subarray(0, MATLAB_HEAD.length))
    return text.startsWith(HDF5_SIGNATURE) || text === MATLAB_HEAD
  },
  read
}

async function read(source: ByteSource, options: ReadOptions = {}): Promise<ArrayFile> {
  return { format: 'hdf5', arrays: await readInThread({ from: await contentOf(source, options), options }) }
}

/** The path of a file on disk, otherwise all of the bytes. */
async function contentOf(
  source: ByteSource,
  options: ReadOptions
): Promise<string | Uint8Array<ArrayBuffer>> {
  if ('path' in source && typeof source.path === 'string') return source.path
  const reading = readerKit.startReading({ ...options, maximumBytes: Infinity })
  return readerKit.bytesOf(source, 0, source.byteLength, 'The file', reading)
}

export async function readInThread(task: Hdf5Task, patience = PATIENCE): Promise<readonly NamedArray[]> {
  const worker = new Worker(new URL('./hdf5-worker.js', import.meta.url), {
    workerData: task,
    transferList: typeof task.from === 'string' ? [] : [task.from.buffer as ArrayBuffer]
  })
  const fail = (code: 'format.header' | 'format.size', message: string, cause?: unknown): UnseenError => {
    const { fileName } = task.options
    return new UnseenError(code, `${fileName ?? 'The HDF5 file'}: ${message}`, {
      where: fileName === undefined ? {} : { file: fileName },
      remedy: 'Copy or download the whole file again.',
      cause
    })
  }
  try {
    return await new Promise((resolve, reject) => {
      const giveUp = (): void =>
        reject(
          fail('format.header', `the HDF5 library made no progress for ${patience / 1000} s: it is damaged.`)
        )
      let timer = setTimeout(giveUp, patience)
      worker.on('message', (answer: Hdf5Answer) => {
        clearTimeout(timer)
        if (answer.type === 'alive') timer = setTimeout(giveUp, patience)
        else if (answer.type === 'arrays') resolve(answer.arrays)
        else
          reject(
            new UnseenError(answer.code, answer.message, {
              where: answer.where,
              ...defined({ remedy: answer.remedy })
            })
          )
      })
      worker.on('error', (error: NodeJS.ErrnoException) => {
        clearTimeout(timer)
        reject(
          error.code === 'ERR_WORKER_OUT_OF_MEMORY'
            ? fail('format.size', 'there is not enough memory to read it.', error)
            : error
        )
      })
      worker.on('exit', () => {
        clearTimeout(timer)
        reject(fail('format.header', 'the thread that read it ended without an answer.'))
      })
    })
  } finally {
    await worker.terminate()
  }
}
