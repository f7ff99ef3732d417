/** What names a network of a hub: `hub:ORG/NAME[@REVISION][#VARIANT]`. */
import { UnseenError } from '@unseen/core'

/** A repository of a hub at one revision, and which of its networks. */
export interface HubAddress {
  /** ORG/NAME */
  readonly repository: string
  /** a branch, a tag or a commit */
  readonly revision: string
  /** what stands behind the network's name in its file: `quantized` for onnx/model_quantized.onnx; '' for the plain one */
  readonly variant: string
}

export const HUB = 'hub:'
const PART = '[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9_-])?'
const ADDRESS = new RegExp(`^hub:(${PART}/${PART})(?:@([A-Za-z0-9][A-Za-z0-9._/-]*))?(?:#([a-z0-9_]+))?$`)

export function hubAddress(text: string): HubAddress {
  const [, repository, revision = 'main', variant = ''] = ADDRESS.exec(text) ?? []
  if (repository !== undefined && !/\.\.|--|\/\/|\/$/.test(`${repository}/${revision}`))
    return { repository, revision, variant }
  throw new UnseenError('options.value', `${JSON.stringify(text)} names no network of a hub.`, {
    where: { name: text },
    remedy:
      'Write hub:ORG/NAME, with @REVISION behind it for a tag or a commit, and #quantized for a variant.'
  })
}

export function hubName({ repository, revision, variant }: HubAddress): string {
  return `${HUB}${repository}@${revision}${variant === '' ? '' : `#${variant}`}`
}
