/** Every group of routes, in the order of the OpenAPI document. A new group is one file and one line here. */
import type { RouteGroup } from '../parts.js'
import { addClassRoutes } from './classes.js'
import { addExampleRoutes } from './examples.js'
import { addLibraryRoutes } from './libraries.js'
import { addModelRoutes } from './models.js'
import { addOperationRoutes } from './operation.js'
import { addRecognitionRoutes } from './recognition.js'
import { addStudioRoutes } from './studio.js'

export const routeGroups: readonly RouteGroup[] = [
  addModelRoutes,
  addRecognitionRoutes,
  addClassRoutes,
  addExampleRoutes,
  addLibraryRoutes,
  addOperationRoutes,
  addStudioRoutes
]
