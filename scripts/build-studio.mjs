// npm run build:studio: the static site in packages/studio/dist, to be hosted anywhere.
import { main } from './run.mjs'
import { setup } from './setup.mjs'

await main(async () => {
  await setup({ rebuildStudio: true })
  console.log('packages/studio/dist is the site: put it anywhere, also into a folder of a site.')
})
