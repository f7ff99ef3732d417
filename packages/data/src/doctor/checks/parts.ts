/** What a data set needs and these files do not have. */
import type { Check, Remark } from '../finding.js'
import { at } from '../words.js'

export const parts: Check = {
  name: 'parts',
  summary: 'features, labels, class names, signatures or splits that are not there',
  run({ draft: { features, labels, signatures, splits, classes }, classes: names }) {
    const found: Remark[] = []
    if (features !== undefined && labels === undefined)
      found.push({
        severity: 'error',
        message: 'There are features but no labels.',
        remedy: 'Add a list with one label for each row.',
        file: features.place.file
      })
    if (features === undefined) {
      found.push({
        severity: 'note',
        message: `There are no features: these files hold ${labels === undefined ? 'descriptions and splits' : 'labels and descriptions'} alone.`,
        remedy:
          'Put the file of features beside them, e.g. res101.mat beside att_splits.mat, to train on them.'
      })
    }
    if (names.length === 0)
      found.push({
        severity: 'error',
        message: 'Nothing names the classes.',
        remedy: 'Add a list of class names, or a table of signatures whose rows are named.',
        ...(classes && at(classes.place))
      })
    if (signatures.length === 0) {
      found.push({
        severity: 'warning',
        message: 'There are no signatures: without a description no class can be recognised unseen.',
        remedy: 'Add a table of attributes, or make one from words with `unseen data embed`.'
      })
    }
    if (splits.length === 0 && signatures.length > 0)
      found.push({
        severity: 'note',
        message: 'No split says which classes are seen and which are unseen.',
        remedy: 'Name the unseen classes when you train or evaluate, or add a split.'
      })
    return found
  }
}
