// Child processes for the scripts: run one to its end, and stop it when we are stopped.
// Only node: imports, so that it works before anything is installed.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

const signals = { SIGINT: 130, SIGTERM: 143 }

/**
 * Runs a program, in the repository's root unless `cwd` says otherwise, and returns { code, output }.
 * With `quiet` the output is kept instead of shown, for the caller to print if it matters.
 * Where we were told to stop, this process ends as soon as the child has.
 */
export function run(command, args, { quiet = false, env = process.env, cwd = root } = {}) {
  return new Promise((resolve, reject) => {
    const stdio = quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit'
    // npm is a .cmd file on Windows, which only a shell can start.
    const shell = process.platform === 'win32' && command === 'npm'
    const child = spawn(command, args, { cwd, stdio, shell, env })
    let output = ''
    child.stdout?.on('data', text => (output += text))
    child.stderr?.on('data', text => (output += text))

    // A terminal sends Ctrl-C to the child as well, a supervisor only to us: pass it on and wait for its end.
    let stopped
    const stop = signal => {
      stopped = signal
      child.kill(signal)
    }
    for (const signal in signals) process.on(signal, stop)
    const ended = () => {
      for (const signal in signals) process.off(signal, stop)
    }

    child.on('error', error => {
      ended()
      reject(error)
    })
    child.on('close', (code, signal) => {
      ended()
      if (stopped) process.exit(signals[stopped])
      resolve({ code: code ?? signals[signal] ?? 1, output })
    })
  })
}

/** Runs a Node program of an installed package, named by its file: 'typescript/bin/tsc'. */
export const runTool = (file, args, options) =>
  run(process.execPath, [`${root}node_modules/${file}`, ...args], options)

/** An error meant for the reader: its message is printed without a stack. */
export class ScriptError extends Error {}

/** Runs a script's main function; its failure becomes a message and an exit code. */
export async function main(body) {
  try {
    process.exitCode = (await body()) ?? 0
  } catch (error) {
    console.error(error instanceof ScriptError ? error.message : error)
    process.exitCode = 1
  }
}
