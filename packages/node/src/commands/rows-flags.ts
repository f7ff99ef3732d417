/** Flags of every command that reads rows: which of them, and how images become some. */
import type { Device } from '../onnx/device.js'
import { deviceFlag } from './device-flag.js'
import { numberOf } from './fit-flags.js'
import { Option, type Command } from 'commander'

export interface RowsFlags {
  readonly model?: string
  readonly preset?: string
  readonly array?: string
  readonly rows?: 'all' | 'train' | 'test'
  readonly split?: string
  readonly skipBad?: boolean
  readonly threads?: number
  readonly device?: Device
}

/** Of commands that write CSV. */
export const safeCsvHelp =
  'CSV for spreadsheets: texts that begin with = + - @ are no formulas, control characters are visible'

export function addRowsFlags(command: Command): Command {
  return command
    .option(
      '--model <network>',
      "for images: the network that made the model's features, a file or a name (default: found by its digest)"
    )
    .option('--preset <name>', 'for images: how they are prepared, where the model does not say')
    .option('--array <name>', 'of a file with several matrices: the one with the features')
    .addOption(new Option('--rows <which>', 'of a data set (default: all)').choices(['all', 'train', 'test']))
    .option(
      '--split <name>',
      'of a data set: whose train or test rows (default: the split the model was trained on, or the first)'
    )
    .option('--skip-bad', 'list rows that cannot be used and leave them out')
    .addOption(
      new Option('--threads <number>', 'threads of the network (default: one per core)').argParser(numberOf)
    )
    .addOption(deviceFlag())
}
