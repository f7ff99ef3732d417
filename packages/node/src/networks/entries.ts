/** Every network that can be had by name. To add one, add an entry here (docs/networks.md says how). */
import { minilmNetwork } from '../encoders/minilm.js'
import { hubPresets } from './hub/presets.js'
import type { NetworkEntry } from './network.js'
import { resnet50 } from './resnet50.js'

/** Networks that can be had by name. */
export const networks: readonly NetworkEntry[] = [
  resnet50('int8'),
  resnet50('float16'),
  resnet50('float32'),
  minilmNetwork,
  ...hubPresets
]
