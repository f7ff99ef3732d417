/** What networks compute on, for commands that run one. */
import { type ChosenDevice, devices } from '../onnx/device.js'
import type { Terminal } from '../terminal/terminal.js'
import { Option } from 'commander'

export const deviceFlag = (): Option =>
  new Option(
    '--device <name>',
    'what the network computes on; auto tries what is faster (default: cpu, which gives the same numbers everywhere)'
  ).choices(devices)

/** A word on what `auto` took. */
export function sayDevice({ note }: Pick<Terminal, 'note'>): (chosen: ChosenDevice) => void {
  return ({ device, reason }) =>
    note(`The network computes on ${device}${reason === undefined ? '' : `: ${reason}`}.`)
}
