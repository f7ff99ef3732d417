/**
 * Settings and notes out of a file, in their shape. Sections of notes that this version of Unseen
 * does not know are kept as they are: a later one may have written them.
 */
import { UnseenError } from '../base/errors.js'
import { type FitSettings, resolveFitOptions } from '../base/options.js'
import type { TrainingReport } from '../training/trained.js'
import { type Guard, boolean, integer, listOf, number, object, oneOf, text } from './file-guards.js'
import { refuse } from './file-refuse.js'
import type { JsonObject, ModelNotes } from './types.js'

/** All options, each within its range; one that did not exist when the file was saved takes its default. */
export function readSettings(settings: JsonObject | FitSettings): FitSettings {
  try {
    return resolveFitOptions(settings)
  } catch (cause) {
    if (!(cause instanceof UnseenError)) throw cause
    return refuse(
      'file.value',
      `The settings in the model file do not hold: ${cause.message}`,
      { section: 'settings', ...cause.where },
      cause
    )
  }
}

const reportFields: { readonly [name in keyof TrainingReport]-?: Guard<TrainingReport[name]> } = {
  status: oneOf('converged', 'epoch-limit', 'cancelled'),
  objective: number,
  gap: number,
  epochs: integer,
  history: listOf(number),
  accepted: listOf(boolean),
  rows: integer,
  zeroRows: integer
}

const sections: { readonly [name in keyof ModelNotes]-?: Guard<unknown> } = {
  attributes: listOf(text),
  source: text,
  training: (value, where) => {
    const report = object(value, where)
    for (const [name, guard] of Object.entries(reportFields)) guard(report[name], `${where}.${name}`)
  },
  tuning: object,
  rehearsal: object,
  bias: number,
  threshold: object,
  encoder: object,
  preprocessing: object,
  data: object
}

export function readNotes(notes: JsonObject): ModelNotes {
  sections.training(notes.training, 'notes.training')
  for (const [name, guard] of Object.entries(sections))
    if (Object.hasOwn(notes, name)) guard(notes[name], `notes.${name}`)
  return notes as unknown as ModelNotes
}
