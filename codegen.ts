import { readFileSync } from 'node:fs'
import type { CodegenConfig } from '@graphql-codegen/cli'
import { buildSchema } from 'graphql'
import { consoleDocuments } from './build/console-documents.ts'
import { mutationDocuments } from './build/mutation-documents.ts'
import { runEventsDocument } from './src/graphql/run-events-document.ts'

const config = {
  importExtension: '.ts',
  useTypeImports: true,
  strictScalars: true,
  scalars: { DateTime: 'string', Decimal: 'string', JSON: 'unknown', SafeInt: 'number', Upload: 'Blob' },
} as const

const schema = buildSchema(readFileSync('schema.graphql', 'utf8'))
const clientDocuments = [
  'src/client/*.graphql',
  runEventsDocument(schema),
  mutationDocuments(schema, {
    abortRun: 'id status',
    resolveGate: 'id status run { id status }',
    triggerRun: 'id status',
  }),
]
const commandDocuments = [
  'src/cli/**/*.graphql',
  mutationDocuments(schema, {
    addDataSetItems: '',
    cancelEvaluation: '',
    createDataSet: '',
    startEvaluation: 'id',
  }),
]

/** Types the documents that tests and examples send; import them from `src/generated/client/graphql.ts`. */
const codegen: CodegenConfig = {
  schema: 'schema.graphql',
  generates: {
    'src/generated/client/': {
      preset: 'client',
      documents: ['test/graphql-documents/**/*.graphql', 'examples/**/*.graphql'],
      // Also writes `persisted-documents.json`: a manifest for RUNGRAPH_OPERATIONS.
      presetConfig: { fragmentMasking: false, persistedDocuments: { hashAlgorithm: 'sha256' } },
      config,
    },
    // The documents of `rungraph/client`, as text: a syntax tree is several times as large.
    'src/generated/follower/': {
      preset: 'client',
      documents: clientDocuments,
      presetConfig: { fragmentMasking: false },
      config: { ...config, documentMode: 'string', immutableTypes: true },
    },
    // What the commands ask for beside those.
    'src/generated/command/': {
      preset: 'client',
      documents: commandDocuments,
      presetConfig: { fragmentMasking: false },
      config: { ...config, documentMode: 'string', immutableTypes: true },
    },
    // The same for the Python client.
    'src/client/python/rungraph/schema.py': {
      documents: clientDocuments,
      plugins: ['./build/python-plugin.ts'],
    },
    // The documents of the console, in a folder of their own: an application takes the types of its own documents only.
    'src/generated/console/': {
      preset: 'client',
      documents: ['src/console/**/*.graphql', consoleDocuments(schema)],
      presetConfig: { fragmentMasking: false },
      config,
    },
    // Which types an interface or union stands for: caches that normalise must know.
    'src/generated/client/possible-types.ts': {
      plugins: ['fragment-matcher'],
      config: { apolloClientVersion: 3 },
    },
    // Which objects have no id of their own.
    'src/generated/client/cache-keys.ts': { plugins: ['./build/cache-keys-plugin.ts'] },
  },
}

export default codegen
