/**
 * A word where many images go through a network in WebAssembly, said once: an installation that runs scripts drops
 * the optional onnxruntime-node wherever its own cannot download, and everything then is several times slower.
 */
import type { OnnxRuntime } from '@unseen/networks/internal'
import type { StepBars } from './step-bars.js'
import type { Terminal } from './terminal.js'
import { wrap } from './text.js'

/** Fewer images are done before anybody could do something about it. */
const LEAST = 50

export const runtimeWords =
  'Note: the network runs in WebAssembly here. With onnxruntime-node it is several times as fast: `npm install --ignore-scripts onnxruntime-node` beside unseen.'

/** Call it with the number of images as often as you like. */
export function runtimeWord(
  terminal: Pick<Terminal, 'note' | 'width'>,
  bars: Pick<StepBars, 'end'>,
  findRuntime: () => Promise<OnnxRuntime> = usedRuntime
): (images: number) => void {
  let isSaid = false
  return images => {
    if (isSaid || images < LEAST) return
    isSaid = true
    void findRuntime().then(runtime => {
      if (runtime === 'node') return
      bars.end()
      for (const line of wrap(runtimeWords, terminal.width)) terminal.note(line)
    })
  }
}

/** Who forces one knows what it is. */
async function usedRuntime(): Promise<OnnxRuntime> {
  if ((process.env['UNSEEN_ONNX'] ?? '') !== '') return 'node'
  const { onnxRuntime } = await import('../onnx/session.js')
  return onnxRuntime()
}
