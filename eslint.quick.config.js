// The rules of eslint.config.js that need no types: seconds instead of minutes, and results can be kept.
// `npm test` runs these, `npm run test:all` all of them.
import tseslint from 'typescript-eslint'
import all from './eslint.config.js'

export default [...all, { files: ['**/*.ts', '**/*.tsx'], ...tseslint.configs.disableTypeChecked }]
