import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { messageOf } from '../../src/domain/errors.ts'
import {
  isOpen,
  type Proof,
  proofsOf,
  readTitles,
  repeated,
  requirementsOf,
  unproven,
} from './requirements.ts'
import { root } from './run-command.ts'

// Prints which tests prove each requirement of the specification; fails where one that is built has none, or two have the same id.
try {
  const specification = readFileSync(join(root, 'docs/internals/specification.md'), 'utf8')
  const requirements = requirementsOf(specification)
  const twice = repeated(requirements)
  if (twice.length > 0)
    throw new Error(`More than one row of docs/internals/specification.md has the id ${twice.join(', ')}.`)
  const proofs = proofsOf(requirements, readTitles())
  console.log(tableOf(proofs))
  const missing = unproven(proofs)
  if (missing.length > 0) throw new Error(`No test's title names ${missing.join(', ')}.`)
} catch (error) {
  console.error(messageOf(error))
  process.exitCode = 1
}

function tableOf(proofs: readonly Proof[]): string {
  const lines = proofs.map(({ id, state, tests, files }) => {
    const where = files.map((file) => file.replace(/^test\//, '').replace(/\.test\.ts$/, '')).join(', ')
    return `${id.padEnd(8)} ${String(tests).padStart(4)}  ${isOpen(state) ? 'open  ' : '      '}${where}`
  })
  return ['id      tests', ...lines].join('\n')
}
