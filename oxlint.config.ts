import type { OxlintConfig, OxlintOverride } from 'oxlint'
import { boundaries } from './scripts/boundaries.ts'

const tests = ['**/*.test.ts', '**/*.test.tsx']

/** Imports between layers and rooms (`scripts/boundaries.ts`). */
const imports = boundaries.map(({ files, deny, message, tests: alsoTests = false }): OxlintOverride => ({
  files,
  // Tests of the server may use its test helpers and open what they test.
  ...(!alsoTests && { excludeFiles: [...tests, 'server/src/testing/**'] }),
  rules: { 'no-restricted-imports': ['error', { patterns: [{ group: deny, message }] }] },
}))

export default {
  plugins: ['typescript', 'import', 'react', 'unicorn'],
  categories: { correctness: 'error', suspicious: 'error' },
  ignorePatterns: ['**/routeTree.gen.ts', 'server/drizzle/**', '**/dist/**', 'test-results/**'],
  rules: {
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'max-lines': ['error', { max: 300 }],
    'typescript/no-explicit-any': 'error',
    'typescript/no-non-null-assertion': 'error',
    'typescript/consistent-type-imports': 'error',
    'typescript/await-thenable': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/switch-exhaustiveness-check': 'error',
    'react/rules-of-hooks': 'error',
    'react/no-unstable-nested-components': ['error', { allowAsProps: true }],
    'react/exhaustive-deps': 'error',
    'no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    'import/no-named-as-default': 'off',
    'import/no-named-as-default-member': 'off',
    'import/no-unassigned-import': 'off',
    'no-await-in-loop': 'off',
    'no-shadow': 'off',
    'no-underscore-dangle': 'off',
    'no-unmodified-loop-condition': 'off',
    'react/exhaustive-effect-dependencies': 'off',
    'react/react-in-jsx-scope': 'off',
    'typescript/consistent-return': 'off',
    'typescript/no-base-to-string': 'off',
    'typescript/no-duplicate-type-constituents': 'off',
    'typescript/no-misused-spread': 'off',
    'typescript/no-unnecessary-type-arguments': 'off',
    'typescript/no-unnecessary-type-parameters': 'off',
    'typescript/no-unsafe-type-assertion': 'off',
    'unicorn/consistent-function-scoping': 'off',
    'unicorn/prefer-add-event-listener': 'off',
  },
  overrides: [
    {
      files: ['server', 'e2e', 'testing', 'bench', 'scripts', 'domain', 'contract'].map(
        (folder) => `${folder}/**`,
      ),
      rules: { 'unicorn/require-post-message-target-origin': 'off', 'react/rules-of-hooks': 'off' },
    },
    { files: tests, rules: { 'typescript/unbound-method': 'off' } },
    {
      files: ['ui', 'components', 'routes'].map((folder) => `web/src/${folder}/**`),
      excludeFiles: tests,
      rules: {
        'no-restricted-globals': [
          'error',
          { name: 'fetch', message: 'send requests only through web/src/lib: read, useWrite or send.' },
        ],
      },
    },
    ...imports,
  ],
} satisfies OxlintConfig
