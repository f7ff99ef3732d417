/** The doctor's findings to take along, as text. */
import type { Action } from '../page/action.js'
import { saveAs } from '../page/save-as.js'
import type { Examination } from '../worker/facts.js'

const marks = { good: '+', note: '.', warning: '!', error: 'x' } as const

export function reportText({ name, checks, findings }: Examination): string {
  const lines = findings.flatMap(({ severity, text, remedy }) => [
    `${marks[severity]} ${text}`,
    ...(remedy === undefined ? [] : [`    ${remedy}`])
  ])
  return `${name}: ${checks} checks\n\n${lines.join('\n')}\n`
}

export const saveReport: Action<Examination> = {
  name: 'files.report',
  label: 'Save the findings',
  perform: (_studio, examination) =>
    saveAs(new Blob([reportText(examination)], { type: 'text/plain' }), `${examination.name}-findings.txt`)
}
