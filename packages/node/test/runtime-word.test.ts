// That a network runs in WebAssembly is said once, where it matters.
import { runtimeWord, runtimeWords } from '../src/terminal/runtime-word.js'
import { expect, it } from 'vitest'

async function said(runtime: 'node' | 'web', ...images: number[]): Promise<string[]> {
  const notes: string[] = []
  const word = runtimeWord({ note: text => notes.push(text), width: 1000 }, { end: () => undefined }, () =>
    Promise.resolve(runtime)
  )
  images.forEach(word)
  await Promise.resolve()
  await Promise.resolve()
  return notes
}

it('is said once, of many images, where the native runtime is missing', async () => {
  expect(await said('web', 60, 60, 60)).toEqual([runtimeWords])
  expect(await said('web', 3, 3)).toEqual([])
  expect(await said('node', 60)).toEqual([])
})
