import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from './run-command.ts'

/*
 * Plays all trials of the tests of which `npm test` plays a tenth (test/support/trials.ts): `npm run test:long`, or a part of them:
 * `-- test/relics` names files, and `-- --seconds 120 --from 7` plays some after another for so long, beginning with the seventh.
 */

const usage = 'npm run test:long [-- [<part of a path> …] [--list] [--seconds <n> [--from <n>]]]'

/** A file that has begun when the time is up may take so much longer, in milliseconds; then it is ended, and counts for nothing. */
const graceMs = 30_000

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    list: { type: 'boolean', default: false },
    seconds: { type: 'string' },
    from: { type: 'string', default: '0' },
    help: { type: 'boolean', default: false },
  },
})

if (values.help) console.log(usage)
else process.exitCode = await play(longFiles())

/** The tests with trials, or with helpers that have some; only those whose path has one of the words that are given. */
function longFiles(): readonly string[] {
  const paths = globSync('test/**/*.ts', { cwd: root, exclude: ['test/bench/peers/**', 'test/outside/**'] })
  const sources = new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]))
  const namesOne = (source: string, names: readonly string[]) =>
    names.some((name) => source.includes(`/${name}'`))
  const users = [...sources].filter(([, source]) => namesOne(source, ['trials.ts'])).map(([path]) => path)
  const helpers = users.filter((path) => !path.endsWith('.test.ts')).map((path) => basename(path))
  return [...sources]
    .filter(([path, source]) => path.endsWith('.test.ts') && namesOne(source, ['trials.ts', ...helpers]))
    .map(([path]) => path)
    .filter((path) => positionals.length === 0 || positionals.some((part) => path.includes(part)))
    .toSorted()
}

/** Resolves with the exit code. */
async function play(files: readonly string[]): Promise<number> {
  if (values.list) {
    console.log(files.join('\n'))
    return 0
  }
  if (values.seconds === undefined) return runTests(files)
  const from = Number(values.from) % files.length
  const turned = [...files.slice(from), ...files.slice(0, from)]
  const endsAt = performance.now() + Number(values.seconds) * 1_000
  let code = 0
  for (const file of turned) {
    if (performance.now() >= endsAt) break
    code = (await runTests([file], endsAt + graceMs)) || code
  }
  return code
}

async function runTests(files: readonly string[], cutAt?: number): Promise<number> {
  const child = spawn(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...files], {
    cwd: root,
    env: {
      ...process.env,
      TRIALS: 'all',
      ...(cutAt !== undefined && {
        TRIAL_SECONDS: `${Math.max(1, cutAt - graceMs - performance.now()) / 1_000}`,
      }),
    },
    stdio: 'inherit',
  })
  let isCut = false
  const cut = () => {
    isCut = true
    console.log(`The time is up: ${files.join(', ')} is ended in its middle.`)
    child.kill('SIGINT')
  }
  const timer = cutAt === undefined ? undefined : setTimeout(cut, cutAt - performance.now())
  const [code] = await once(child, 'close')
  clearTimeout(timer)
  return isCut ? 0 : (code ?? 1)
}
