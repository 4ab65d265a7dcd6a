import type { CodegenConfig } from '@graphql-codegen/cli'

/** Types the documents that tests and examples send; import them from `src/generated/client/graphql.ts`. */
const config: CodegenConfig = {
  schema: 'schema.graphql',
  documents: ['test/graphql-documents/**/*.graphql', 'examples/**/*.graphql'],
  generates: {
    'src/generated/client/': {
      preset: 'client',
      presetConfig: { fragmentMasking: false },
      config: {
        importExtension: '.ts',
        useTypeImports: true,
        strictScalars: true,
        scalars: { DateTime: 'string', Decimal: 'string', JSON: 'unknown' },
      },
    },
  },
}

export default config
