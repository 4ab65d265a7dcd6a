// Makes Prisma's client and the types of Pothos from prisma/schema.prisma where they are not of the schema as it is: after `npm ci`, and
// before any npm script. They are 100,000 lines that nobody writes or reads, so they are not under version control.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const prisma = join(root, 'node_modules/prisma')
const generated = join(root, 'src/generated')
/** What the client was made from. */
const stamp = join(generated, 'prisma/made-from')
/** A file of each generator. A checkout of another commit may take them away, and leaves the stamp. */
const made = [join(generated, 'prisma/client.ts'), join(generated, 'pothos.ts')]
/** Of several processes that find the client missing, one makes it. */
const lock = join(generated, 'making-prisma')
const waitMs = 50
/** After this time its maker was killed. */
const lockMs = 60_000

/** Makes the client if it is missing or of another schema; one that is there stays where Prisma is not installed. @throws an Error */
export function makePrismaClient() {
  if (!existsSync(prisma) && made.every((file) => existsSync(file))) return
  if (!existsSync(prisma))
    throw new Error('Prisma is not installed, which makes the client of the database. Run: npm ci')
  const source = sourceOf()
  while (!isMadeFrom(source)) {
    if (!takeLock()) {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, waitMs)
      continue
    }
    try {
      if (!isMadeFrom(source)) generate(source)
    } finally {
      rmdirSync(lock)
    }
  }
}

/** The schema and the version of Prisma. */
function sourceOf() {
  const schema = readFileSync(join(root, 'prisma/schema.prisma'))
  const { version } = JSON.parse(readFileSync(join(prisma, 'package.json'), 'utf8'))
  return `prisma ${version}, schema ${createHash('sha256').update(schema).digest('hex')}\n`
}

function isMadeFrom(source) {
  return made.every((file) => existsSync(file)) && existsSync(stamp) && readFileSync(stamp, 'utf8') === source
}

function takeLock() {
  mkdirSync(generated, { recursive: true })
  try {
    mkdirSync(lock)
    return true
  } catch {
    const madeAt = statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()
    if (Date.now() - madeAt > lockMs) rmdirSync(lock)
    return false
  }
}

function generate(source) {
  // Prisma refuses a folder that has files and no client.
  rmSync(join(generated, 'prisma'), { recursive: true, force: true })
  const command = [join(prisma, 'build/index.js'), 'generate']
  // The generator of Pothos is found by its name. Prisma asks nobody whether there is a newer version.
  const PATH = `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH ?? ''}`
  const env = {
    ...process.env,
    PATH,
    CHECKPOINT_DISABLE: '1',
    PRISMA_HIDE_UPDATE_MESSAGE: '1',
    NODE_OPTIONS: '',
  }
  const { status, error, stdout, stderr } = spawnSync(process.execPath, command, {
    cwd: root,
    env,
    encoding: 'utf8',
  })
  if (status !== 0) throw error ?? new Error(`Prisma's client cannot be made:\n${stdout}${stderr}`)
  writeFileSync(stamp, source)
}

// An installation without the tools of development has nothing to make it with.
if (process.argv[1] === fileURLToPath(import.meta.url) && existsSync(prisma)) makePrismaClient()
