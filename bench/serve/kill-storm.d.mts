import type { ChildProcess } from 'node:child_process'

export interface ServerProcess {
  readonly child: ChildProcess
  readonly ended: Promise<{ readonly code: number | null; readonly signal: string | null }>
  readonly url: string
  notes(): string
}

export interface Storm {
  readonly kills: number
  readonly acknowledged: number
  readonly classes: number
  readonly wrong: readonly string[]
  readonly torn: number
}

export function startProcess(
  command: string,
  args: readonly string[],
  options?: { readonly env?: Readonly<Record<string, string>> }
): Promise<ServerProcess>
export function killStorm(options: {
  readonly command: string
  readonly model: string
  readonly length: number
  readonly kills: number
  readonly seed?: number
  readonly args?: readonly string[]
  readonly onKill?: (done: number) => void
}): Promise<Storm>
export function residentMegabytes(pid: number | undefined): number | undefined
