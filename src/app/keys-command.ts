import { parseArgs } from 'node:util'
import type pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import type { Config } from '../config.ts'
import { createLogger } from '../create-logger.ts'
import { slugPattern } from '../domain/agent.ts'
import { type Role, roles } from '../domain/caller.ts'
import { RungraphError } from '../domain/errors.ts'
import type { Redactor } from '../domain/redaction.ts'
import { createKeyOperations, powerless } from '../engine/keys/key-operations.ts'
import { createApiKeyStore } from '../store/api-key-store.ts'
import { ensureProject } from '../store/project-store.ts'
import { createClosing } from './closing.ts'
import { readArguments } from './command-line.ts'
import { openUpToDate } from './open-database.ts'

/** How the command is called. */
export const keysUsage = `npm run keys -- create <name> [--role VIEWER|OPERATOR|ADMIN] [--days <n>] [--project <slug>]
  npm run keys -- list [--project <slug>]
  npm run keys -- revoke <name> [--project <slug>]`

/** Who is written down for what is done here. */
const by = 'command line'

type Command =
  | { readonly kind: 'create'; readonly name: string; readonly role: Role; readonly days: number | null }
  | { readonly kind: 'list' }
  | { readonly kind: 'revoke'; readonly name: string }

/**
 * Makes, lists or revokes API keys of a project, past every server: for the first key, and for whoever lost the last one. A project
 * that is not there is made with its first key. @throws ARGUMENTS_INVALID, INVALID_INPUT, KEY_NAME_TAKEN, LIMIT_EXCEEDED, NOT_FOUND
 */
export async function runKeys(args: readonly string[], config: Config, redactor: Redactor): Promise<void> {
  const { command, project: slug } = readCommand(args)
  const closing = createClosing()
  try {
    const logger = createLogger(config, redactor)
    const { pool, prisma } = await openUpToDate(config, closing, (line) => logger.info(line))
    const operations = createKeyOperations({
      keys: createApiKeyStore(pool),
      newId: uuidv7,
      now: Date.now,
    })
    const find = () => prisma.project.findUnique({ where: { slug } })
    if (command.kind === 'create') {
      const { name, role, days } = command
      const project = (await find()) ?? (await begin({ role, days, slug, pool }))
      const expiry = days === null ? {} : { expiresAt: new Date(Date.now() + days * dayMs) }
      const { key } = await operations.createKey({ projectId: project.id, name, role, by, ...expiry })
      console.log(`${key}\n`)
      console.log(
        `That is the key "${name}" (${role}) of the project ${slug}. It is shown here and never again.`,
      )
      return
    }
    const project = await find()
    if (!project) throw new RungraphError('NOT_FOUND', { kind: 'project', key: slug })
    const keys = await prisma.apiKey.findMany({
      where: { projectId: project.id },
      orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    })
    if (command.kind === 'list') {
      console.log(keys.length === 0 ? `The project ${slug} has no API key.` : keys.map(line).join('\n'))
      return
    }
    const key = keys.find(({ name }) => name === command.name)
    if (!key) throw new RungraphError('NOT_FOUND', { kind: 'API key', key: command.name })
    await operations.revokeKey({ projectId: project.id, keyId: key.id, by })
    console.log(`The key "${key.name}" is revoked; what it held open ends within a second or two.`)
  } finally {
    await closing.closeAll()
  }
}

const dayMs = 24 * 3_600_000

interface Beginning {
  readonly role: Role
  readonly days: number | null
  readonly slug: string
  readonly pool: pg.Pool
}

/** A project comes with its first key, which must be one that the project can have. @throws INVALID_INPUT */
function begin({ role, days, slug, pool }: Beginning) {
  if (role !== 'ADMIN' || days !== null) throw powerless()
  return ensureProject(pool, { slug, name: slug, newId: uuidv7 })
}

function line(key: {
  readonly name: string
  readonly role: string
  readonly expiresAt: Date | null
  readonly lastUsedAt: Date | null
  readonly revokedAt: Date | null
}): string {
  const { name, role, expiresAt, lastUsedAt, revokedAt } = key
  const standing =
    revokedAt !== null
      ? `revoked ${revokedAt.toISOString()}`
      : expiresAt === null
        ? 'does not expire'
        : `${expiresAt.getTime() <= Date.now() ? 'expired' : 'expires'} ${expiresAt.toISOString()}`
  const use = lastUsedAt === null ? 'never used' : `last used ${lastUsedAt.toISOString()}`
  return `${role.padEnd(8)}  ${name}  (${standing}, ${use})`
}

function readCommand(args: readonly string[]): { readonly command: Command; readonly project: string } {
  const { positionals, values } = parse(args)
  const [verb, name, ...rest] = positionals
  const { role = 'OPERATOR', days, project = 'default' } = values
  if (rest.length > 0) throw wrong(`${rest.join(' ')} is too much. A name with spaces goes in quotes.`)
  if (!slugPattern.test(project))
    throw wrong(
      `--project ${project} is no slug: 1 to 100 lower-case letters and digits, with hyphens between.`,
    )
  if (verb === 'list' && name === undefined) return { command: { kind: 'list' }, project }
  if (name === undefined) throw wrong('Say what is to be done, and the name of the key.')
  if (verb === 'revoke') return { command: { kind: 'revoke', name }, project }
  if (verb !== 'create') throw wrong(`${verb} is no command.`)
  const known = roles.find((one) => one === role)
  if (known === undefined) throw wrong(`--role ${role} is none of ${roles.join(', ')}.`)
  return { command: { kind: 'create', name, role: known, days: toDays(days) }, project }
}

function parse(args: readonly string[]) {
  const text = { type: 'string' } as const
  const options = { role: text, days: text, project: text }
  return readArguments(keysUsage, () => parseArgs({ args: [...args], allowPositionals: true, options }))
}

function toDays(text: string | undefined): number | null {
  if (text === undefined) return null
  const days = Number(text)
  if (Number.isInteger(days) && days >= 1 && days <= 36_500) return days
  throw wrong(`--days ${text} is no number of days from 1 to 36500.`)
}

function wrong(problem: string): RungraphError {
  return new RungraphError('ARGUMENTS_INVALID', { problem, usage: keysUsage })
}
