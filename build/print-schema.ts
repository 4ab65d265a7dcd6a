import { readFileSync, writeFileSync } from 'node:fs'
import { schemaText } from '../src/graphql/schema.ts'

const file = new URL('../schema.graphql', import.meta.url)
const command = 'node build/print-schema.ts'

/** Writes schema.graphql; with `--check` only checks whether it agrees with the code. */
if (process.argv.includes('--check')) checkSchema()
else writeFileSync(file, schemaText())

function checkSchema(): void {
  if (readFileSync(file, 'utf8') === schemaText()) return
  console.error(`schema.graphql differs from the code. Run \`${command}\` and check the difference.`)
  process.exitCode = 1
}
