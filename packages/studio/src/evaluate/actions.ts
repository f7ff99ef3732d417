/**
 * What one can do on the page Evaluate. Bias and margin belong to the document: they count wherever something
 * is recognised.
 */
import type { StudioDocument } from '../document/document.js'
import { signed } from '../lib/say.js'
import type { Action } from '../page/action.js'
import { imageOf } from '../page/address.js'
import { keptProject } from '../page/project.js'
import { runJob } from '../page/run-job.js'
import { saveAs } from '../page/save-as.js'
import type { Studio } from '../page/studio.js'
import { comparisonOf, withComparison } from './kept-comparison.js'

const isMeasured = ({ pages }: Studio): boolean => pages.evaluate.getState().measured !== undefined

export const setBias: Action<{ readonly bias: number; readonly drag?: boolean }> = {
  name: 'evaluate.bias',
  label: 'Set the bias',
  enabled: isMeasured,
  perform: ({ history }, { bias, drag = false }) =>
    history.change(
      `Set the bias to ${signed(bias, 3)}`,
      now => (now.bias === bias ? now : { ...now, bias }),
      drag ? { drag: 'bias' } : {}
    )
}

export const setMargin: Action<{ readonly margin: number; readonly drag?: boolean }> = {
  name: 'evaluate.margin',
  label: 'Set the margin asked for',
  enabled: isMeasured,
  perform: ({ history }, { margin, drag = false }) =>
    history.change(
      `Ask for a margin of ${signed(margin, 3)}`,
      now => (now.margin === margin ? now : { ...now, margin }),
      drag ? { drag: 'margin' } : {}
    )
}

export const endDrag: Action = {
  name: 'evaluate.end',
  label: 'Let go',
  hidden: true,
  perform: ({ history }) => history.settle()
}

const without = (document: StudioDocument, name: 'bias' | 'margin'): StudioDocument => {
  const { [name]: dropped, ...rest } = document
  return dropped === undefined ? document : rest
}

export const biasOfRehearsal: Action = {
  name: 'evaluate.rehearsed',
  label: 'Back to the handicap of the test',
  page: 'evaluate',
  enabled: ({ history }) => history.store.getState().present.bias !== undefined,
  perform: ({ history }) => history.change('Back to the bias of the rehearsal', now => without(now, 'bias'))
}

export const noBias: Action = {
  name: 'evaluate.none',
  label: 'No handicap',
  page: 'evaluate',
  enabled: isMeasured,
  perform: studio => setBias.perform(studio, { bias: 0 })
}

export const marginOfRehearsal: Action = {
  name: 'evaluate.rehearsedMargin',
  label: 'Back to the lead of the test',
  page: 'evaluate',
  enabled: ({ history }) => history.store.getState().present.margin !== undefined,
  perform: ({ history }) =>
    history.change('Back to the margin of the rehearsal', now => without(now, 'margin'))
}

/** The images of a cell of the confusion. */
export const showCell: Action<{ readonly label: string; readonly answer: string }> = {
  name: 'evaluate.cell',
  label: 'Show the images of a cell',
  async perform({ engine, pages }, cell) {
    const bias = pages.evaluate.getState().at?.bias ?? 0
    pages.evaluate.setState({ cell })
    const rows = await engine.evaluate.cell({ ...cell, bias })
    pages.evaluate.setState(({ cell: now }) =>
      now?.label === cell.label && now.answer === cell.answer ? { cell: { ...cell, rows } } : {}
    )
  }
}

export const closeCell: Action = {
  name: 'evaluate.closeCell',
  label: 'Close the images',
  hidden: true,
  perform: ({ pages }) => pages.evaluate.setState({ cell: undefined })
}

/** Goes to an image under Recognise. */
export const explainImage: Action<number> = {
  name: 'evaluate.explain',
  label: 'See why under Recognise',
  perform: ({ address }, row) =>
    address.go('recognise', { ...address.store.getState().params, image: imageOf(row) })
}

export const compareQuick: Action = {
  name: 'evaluate.compare',
  label: 'Compare quick methods',
  page: 'evaluate',
  enabled: studio => isMeasured(studio) && studio.jobs.running('compare').length === 0,
  perform: studio => compareThese.perform(studio, 'quick')
}

/**
 * Names separated by commas, or 'quick'. Methods that were compared before keep their lines, and the project
 * keeps them all.
 */
export const compareThese: Action<string> = {
  name: 'evaluate.add',
  label: 'Compare a method',
  enabled: ({ jobs }) => jobs.running('compare').length === 0,
  async perform(studio, names) {
    const { project, engine, notices } = studio
    const { id: before } = project.getState()
    const found = await runJob(
      studio,
      { kind: 'compare', label: 'Comparing methods', again: names },
      (id, tell) => engine.evaluate.compare(id, names, keptProject(project), tell)
    )
    if (found === undefined || project.getState().id !== before) return
    project.setState(({ runs }) => {
      const before =
        comparisonOf(runs, found.table)?.methods.filter(
          ({ name }) => !found.methods.some(each => each.name === name)
        ) ?? []
      return { runs: withComparison(runs, { ...found, methods: [...before, ...found.methods] }) }
    })
    notices.announce(`${found.methods.length} methods compared.`)
  }
}

/** The page as one HTML file. */
export const exportReport: Action = {
  name: 'evaluate.report',
  label: 'Save a report',
  page: 'evaluate',
  enabled: studio => isMeasured(studio) && studio.pages.evaluate.getState().at !== undefined,
  async perform(studio) {
    const { reportOf } = await import('./report.js')
    saveAs(
      new Blob([await reportOf(studio)], { type: 'text/html' }),
      `${studio.session.store.getState().name} evaluation.html`
    )
  }
}

export const evaluateActions: readonly Action[] = [
  compareQuick,
  biasOfRehearsal,
  noBias,
  marginOfRehearsal,
  exportReport
]
