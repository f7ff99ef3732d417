/** Folders of runs are numbered, so that no run is ever overwritten: runs/NAME-1, runs/NAME-2 ... */
import { readdir } from 'node:fs/promises'
import { basename, join, parse, resolve } from 'node:path'

const RUNS = 'runs'

export async function newRunFolder(data: string): Promise<string> {
  const name = parse(basename(resolve(data))).name.replace(/[^\p{L}\p{N}._-]+/gu, '-')
  const there = await readdir(RUNS).catch((): string[] => [])
  const numbers = there
    .map(entry => (entry.startsWith(`${name}-`) ? Number(entry.slice(name.length + 1)) : 0))
    .filter(Number.isInteger)
  return join(RUNS, `${name}-${Math.max(0, ...numbers) + 1}`)
}
