import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { messageOf } from '../../src/domain/errors.ts'
import { root } from './run-command.ts'
import {
  breakingChanges,
  declaredFile,
  formOfDeclared,
  printRelease,
  promiseFaults,
  readDeclared,
  readRelease,
} from './schema-promise.ts'

// Fails where schema.graphql lacks something of the contract, or breaks what was released and does not say so. With `--release` the
// schema as it is becomes what is promised from now on.
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const releasedFile = 'test/fixtures/released.graphql'

try {
  if (process.argv.includes('--release')) release()
  else check()
} catch (error) {
  console.error(messageOf(error))
  process.exitCode = 1
}

function check(): void {
  const current = read('schema.graphql')
  const missing = breakingChanges(read('test/fixtures/contract.graphql'), current)
  const faults = promiseFaults(readRelease(read(releasedFile)), current, readDeclared(read(declaredFile)))
  const lines = [
    ...missing.map((change) => `Against the contract, which no declaration allows: ${change}`),
    ...faults,
  ]
  const [undeclared] = faults.flatMap((fault) => /^Not declared: (.*)/s.exec(fault)?.[1] ?? [])
  if (undeclared !== undefined) lines.push(formOfDeclared(undeclared))
  if (lines.length > 0) throw new Error(lines.join('\n'))
}

function release(): void {
  const { version }: { readonly version: string } = JSON.parse(read('package.json'))
  writeFileSync(join(root, releasedFile), printRelease({ version, schema: read('schema.graphql') }))
  writeFileSync(join(root, declaredFile), '[]\n')
  console.log(`The schema of ${version} is promised from now on.`)
}
