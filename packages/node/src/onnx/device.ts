/**
 * What a network computes on. The processor is the default, since other devices round in their own way, so that
 * features are not the same to the last bit; no record tells of them.
 */
import { UnseenError } from '@unseen/core'
import { messageOf } from '@unseen/networks/internal'

/** What can be asked for; `auto` takes the first other than the processor that works. */
export const devices = ['auto', 'cpu', 'cuda', 'coreml', 'dml'] as const
export type Device = (typeof devices)[number]

/** What was taken, and why nothing faster where something faster was looked for. */
export interface ChosenDevice {
  readonly device: string
  readonly reason?: string
}

/** A session on the device that is asked for. */
export async function openOnDevice<Session>(
  wanted: Device,
  offered: readonly string[],
  open: (device: string) => Promise<Session>,
  onDevice: (chosen: ChosenDevice) => void = () => undefined
): Promise<Session> {
  const faster = devices.filter(name => name !== 'auto' && name !== 'cpu' && offered.includes(name))
  if (wanted === 'cpu') return open('cpu')
  if (wanted !== 'auto') {
    const failed = offered.includes(wanted)
      ? await open(wanted).catch((cause: unknown) => ({ cause }))
      : { cause: undefined }
    if (!isFailure(failed)) return failed
    throw new UnseenError(
      'backbone.unusable',
      `There is no device "${wanted}" here${failed.cause === undefined ? '' : ` that works (${firstLine(messageOf(failed.cause))})`}.`,
      {
        where: { option: 'device' },
        remedy: `Take ${['cpu', ...faster.filter(name => name !== wanted)].join(', ')}, or auto, which tries.`,
        cause: failed.cause
      }
    )
  }
  const reasons: string[] = []
  for (const device of faster) {
    const opened = await open(device).catch((cause: unknown) => ({ cause }))
    if (!isFailure(opened)) {
      onDevice({ device })
      return opened
    }
    reasons.push(`${device} does not work here`)
  }
  onDevice({
    device: 'cpu',
    reason: reasons.length > 0 ? reasons.join('; ') : 'nothing else is offered here'
  })
  return open('cpu')
}

function isFailure(value: unknown): value is { readonly cause: unknown } {
  return typeof value === 'object' && value !== null && 'cause' in value
}

function firstLine(text: string): string {
  return text.split('\n')[0]
}
