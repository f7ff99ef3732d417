import tseslint from 'typescript-eslint'

/** Rules that fight numeric code (an index is checked by the loop around it), plain callbacks or an interface's shape. */
const tooNoisy = {
  '@typescript-eslint/no-non-null-assertion': 'off',
  '@typescript-eslint/no-unnecessary-condition': 'off',
  '@typescript-eslint/no-unnecessary-type-parameters': 'off',
  '@typescript-eslint/no-confusing-void-expression': 'off',
  '@typescript-eslint/no-extraneous-class': 'off',
  '@typescript-eslint/require-await': 'off',
  '@typescript-eslint/unbound-method': 'off',
  '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
  '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }]
}

const sound = {
  eqeqeq: ['error', 'always', { null: 'ignore' }],
  'no-var': 'error',
  'prefer-const': 'error'
}

export default tseslint.config(
  {
    ignores: [
      '**/dist/',
      '**/node_modules/',
      '.unseen/',
      'coverage/',
      'docs/api/',
      'packages/studio/types/',
      'packages/core/assembly/',
      'packages/core/src/kernels/binary.ts'
    ]
  },
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: {
      parserOptions: {
        project: 'tsconfig.lint.json',
        tsconfigRootDir: import.meta.dirname
      }
    },
    rules: {
      ...sound,
      ...tooNoisy,
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'separate-type-imports' }],
      '@typescript-eslint/prefer-nullish-coalescing': 'error'
    }
  },
  {
    // These run in Node and in browsers alike and never print; test/architecture.test.ts says what each may import.
    files: ['packages/{core,data,networks,client,report}/src/**/*.ts'],
    rules: {
      'no-console': 'error',
      'no-restricted-globals': ['error', 'document', 'window', 'process', 'Buffer', 'require', 'navigator'],
      'no-restricted-properties': [
        'error',
        { object: 'Math', property: 'random', message: 'Take a seeded generator as an argument.' }
      ]
    }
  },
  {
    files: ['**/*.{js,mjs}'],
    extends: [tseslint.configs.recommended],
    rules: sound
  }
)
