// Writes packages/node/schema/dataset.schema.json from the schema in the code (built packages).
import { mkdirSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { manifestSchema } from '../packages/data/dist/manifest/manifest.js'

const folder = new URL('../packages/node/schema/', import.meta.url)
mkdirSync(folder, { recursive: true })
writeFileSync(
  new URL('dataset.schema.json', folder),
  `${JSON.stringify(z.toJSONSchema(manifestSchema), undefined, 2)}\n`
)
