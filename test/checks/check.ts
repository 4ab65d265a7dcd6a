import { runCommand } from './run-command.ts'

interface Check {
  readonly name: string
  readonly command: readonly string[]
  /** Command to run, or change to make, where it fails. */
  readonly remedy: string
}

/** Everything that must hold besides the tests; what takes long begins first. */
const checks: readonly Check[] = [
  { name: 'style', command: ['biome', 'check', '.'], remedy: 'npx biome check --write .' },
  { name: 'types', command: ['tsc', '-p', '.'], remedy: 'npx tsc -p .' },
  // They are for browsers, with JSX and without Node's types for it.
  { name: 'types of the apps', command: ['tsc', '-p', 'examples'], remedy: 'npx tsc -p examples' },
  { name: 'types of the console', command: ['tsc', '-p', 'src/console'], remedy: 'npx tsc -p src/console' },
  {
    name: 'generated code',
    command: ['node', 'test/checks/generate.ts', '--check'],
    remedy: 'npm run generate, and commit what it writes',
  },
  {
    name: 'schema linter',
    command: ['eslint', '--config', 'test/checks/schema-linter.config.mjs', 'schema.graphql'],
    remedy: 'change the schema where it breaks the convention',
  },
  {
    name: 'promises to clients',
    command: ['node', 'test/checks/check-promise.ts'],
    remedy: 'take the change back, or declare it in docs/breaking-changes.json: change, why and since',
  },
  {
    name: 'migrations',
    command: ['node', 'build/make-migration.ts', '--check'],
    remedy: 'node build/make-migration.ts, and commit what it writes',
  },
  {
    name: 'documents',
    command: ['node', 'test/checks/documents.ts', '--check'],
    remedy: 'npm run generate, and commit what it writes',
  },
  {
    name: 'public types',
    command: ['node', 'test/checks/public-types.ts', '--check'],
    remedy: 'node test/checks/public-types.ts, and commit the difference of docs/internals/api',
  },
  {
    name: 'requirements',
    command: ['node', 'test/checks/requirement-ids.ts'],
    remedy:
      'name the id in the title of a test that proves it, or call it open in docs/internals/specification.md; an id belongs to one row',
  },
  {
    name: 'workflows',
    command: ['node', 'test/checks/workflows.ts'],
    remedy: 'change the workflow where GitHub would refuse it',
  },
  {
    name: 'unused code',
    command: ['knip'],
    remedy: 'npx knip, and remove what nothing uses',
  },
]

/** Some wait for others of their parts: two at a time take three quarters of the time. */
const atOnce = 2

const places = checks.values()
const outcomes = await Promise.all(Array.from({ length: atOnce }, inTurn))
const failures = outcomes.flat().filter((ok) => !ok).length
if (failures > 0) {
  console.log(`${failures} of ${checks.length} checks failed.`)
  process.exitCode = 1
}

async function inTurn(): Promise<readonly boolean[]> {
  const held: boolean[] = []
  for (const check of places) held.push(await holds(check))
  return held
}

async function holds({ name, command, remedy }: Check): Promise<boolean> {
  const startedAt = performance.now()
  const { ok, output } = await runCommand(command)
  console.log(`${ok ? '✓' : '✗'} ${name} (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`)
  if (!ok) console.log(`\n${output.trimEnd()}\n\n  To fix it: ${remedy}\n`)
  return ok
}
