/**
 * State of the pages that is neither undone nor kept in the project: one file for each page, one line for
 * each here.
 */
import { createClassesPage } from '../classes/state.js'
import { createSearchPage } from '../describe/search-state.js'
import { createDescribePage } from '../describe/state.js'
import { createEvaluatePage } from '../evaluate/state.js'
import { createRecognisePage } from '../recognise/state.js'
import { createStartPage } from '../start/state.js'
import { createTrainPage } from '../train/state.js'

export function createPages() {
  return {
    start: createStartPage(),
    describe: createDescribePage(),
    recognise: createRecognisePage(),
    search: createSearchPage(),
    classes: createClassesPage(),
    train: createTrainPage(),
    evaluate: createEvaluatePage()
  }
}

export type Pages = ReturnType<typeof createPages>
