/**
 * State of the pages that is neither undone nor kept in the project: one file for each page, one line for
 * each here.
 */
import { createClassesPage } from './pages/classes.js'
import { createDescribePage } from './pages/describe.js'
import { createEvaluatePage } from './pages/evaluate.js'
import { createRecognisePage } from './pages/recognise.js'
import { createSearchPage } from './pages/search.js'
import { createStartPage } from './pages/start.js'
import { createTrainPage } from './pages/train.js'

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
