import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { coreText } from '../src/graphql/core-schema.ts'
import { schemaText } from '../src/graphql/schema.ts'
import { openApiText } from '../src/http/rest/openapi.ts'

/** The descriptions of the API, by the file that has each. */
const printed = [
  ['schema.graphql', schemaText],
  ['docs/reference/core.graphql', coreText],
  ['docs/reference/openapi.json', openApiText],
] as const
const root = new URL('../', import.meta.url)
const command = 'node build/print-schema.ts'

/** Writes them; with `--check` only checks whether they agree with the code. */
for (const [name, print] of printed) {
  const file = new URL(name, root)
  if (process.argv.includes('--check')) check(name, readFileSync(file, 'utf8') === print())
  else write(file, print())
}

function write(file: URL, text: string): void {
  mkdirSync(new URL('.', file), { recursive: true })
  writeFileSync(file, text)
}

function check(name: string, isEqual: boolean): void {
  if (isEqual) return
  console.error(`${name} differs from the code. Run \`${command}\` and check the difference.`)
  process.exitCode = 1
}
