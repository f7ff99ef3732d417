// Where the repository is. Apart from sources.ts, whose compiler takes most of a second to load.
import { fileURLToPath } from 'node:url'

export const repository = fileURLToPath(new URL('../..', import.meta.url))
