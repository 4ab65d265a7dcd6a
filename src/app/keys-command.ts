import { parseArgs } from 'node:util'
import { v7 as uuidv7 } from 'uuid'
import { createKeyOperations, noAdministratorLeft } from '../auth/key-operations.ts'
import type { Config } from '../config.ts'
import { createLogger } from '../create-logger.ts'
import type { Database } from '../database/connect.ts'
import { slugPattern } from '../domain/agent.ts'
import type { KeyOperations } from '../domain/api-key.ts'
import { type Role, roles } from '../domain/caller.ts'
import { RungraphError } from '../domain/errors.ts'
import type { Redactor } from '../domain/redaction.ts'
import type { ApiKey } from '../generated/prisma/client.ts'
import { createApiKeyStore } from '../store/api-key-store.ts'
import { ensureProject } from '../store/project-store.ts'
import { readArguments } from './command-line.ts'
import { createDisposer } from './disposer.ts'
import { openUpToDate } from './open-database.ts'

/** How the command is called. */
export const keysUsage = `npm run keys -- create <name> [--role VIEWER|OPERATOR|ADMIN] [--days <n>] [--project <slug>]
  npm run keys -- list [--project <slug>]
  npm run keys -- revoke <name> [--project <slug>]`

/** The identity that is recorded for what is done here. */
const by = 'command line'

type Command = Create | { readonly kind: 'list' } | Revoke

interface Create {
  readonly kind: 'create'
  readonly name: string
  readonly role: Role
  readonly days: number | null
}

interface Revoke {
  readonly kind: 'revoke'
  readonly name: string
}

/**
 * Makes, lists or revokes API keys of a project, past every server: for the first key, and for an operator who lost the last one. A project
 * that is not there is made with its first key. @throws ARGUMENTS_INVALID, INVALID_INPUT, KEY_NAME_TAKEN, LIMIT_EXCEEDED, NOT_FOUND
 */
export async function runKeys(args: readonly string[], config: Config, redactor: Redactor): Promise<void> {
  const { command, project: slug } = readCommand(args)
  const closing = createDisposer()
  try {
    const logger = createLogger(config, redactor)
    const { pool, prisma } = await openUpToDate(config, closing, (line) => logger.info(line))
    const keys = createApiKeyStore(pool)
    const operations = createKeyOperations({ keys, newId: uuidv7, now: Date.now })
    const place = { slug, pool, prisma, operations }
    switch (command.kind) {
      case 'create':
        return await create(command, place)
      case 'list':
        return await list(place)
      case 'revoke':
        return await revoke(command, place)
      default:
        return command satisfies never
    }
  } finally {
    await closing.closeAll()
  }
}

/** The project whose keys they are, which may not be there, and the database that it is in. */
interface KeyProject extends Pick<Database, 'pool' | 'prisma'> {
  readonly slug: string
  readonly operations: KeyOperations
}

async function create(command: Create, place: KeyProject): Promise<void> {
  const { name, role, days } = command
  const { slug, operations } = place
  const project = (await findProject(place)) ?? (await beginProject(command, place))
  const expiry = days === null ? {} : { expiresAt: new Date(Date.now() + days * dayMs) }
  const { key } = await operations.createKey({ projectId: project.id, name, role, by, ...expiry })
  console.log(`${key}\n`)
  console.log(`That is the key "${name}" (${role}) of the project ${slug}. It is shown here and never again.`)
}

async function list(place: KeyProject): Promise<void> {
  const keys = await keysOf(await existingProject(place), place)
  console.log(keys.length === 0 ? `The project ${place.slug} has no API key.` : keys.map(line).join('\n'))
}

async function revoke({ name }: Revoke, place: KeyProject): Promise<void> {
  const project = await existingProject(place)
  const key = (await keysOf(project, place)).find((one) => one.name === name)
  if (!key) throw new RungraphError('NOT_FOUND', { kind: 'API key', key: name })
  await place.operations.revokeKey({ projectId: project.id, keyId: key.id, by })
  console.log(`The key "${key.name}" is revoked; what it held open ends within a second or two.`)
}

const dayMs = 24 * 3_600_000

interface Project {
  readonly id: string
}

function findProject({ prisma, slug }: KeyProject): Promise<Project | null> {
  return prisma.project.findUnique({ where: { slug } })
}

async function existingProject(place: KeyProject): Promise<Project> {
  const project = await findProject(place)
  if (!project) throw new RungraphError('NOT_FOUND', { kind: 'project', key: place.slug })
  return project
}

/** A project comes with its first key, which must be one that the project can have. @throws INVALID_INPUT */
function beginProject({ role, days }: Create, { slug, pool }: KeyProject): Promise<Project> {
  if (role !== 'ADMIN' || days !== null) throw noAdministratorLeft()
  return ensureProject(pool, { slug, name: slug, newId: uuidv7 })
}

function keysOf({ id }: Project, { prisma }: KeyProject): Promise<readonly ApiKey[]> {
  return prisma.apiKey.findMany({
    where: { projectId: id },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  })
}

function line(key: ApiKey): string {
  const { role, name, lastUsedAt } = key
  const use = lastUsedAt === null ? 'never used' : `last used ${lastUsedAt.toISOString()}`
  return `${role.padEnd(8)}  ${name}  (${standingOf(key)}, ${use})`
}

function standingOf({ expiresAt, revokedAt }: ApiKey): string {
  if (revokedAt !== null) return `revoked ${revokedAt.toISOString()}`
  if (expiresAt === null) return 'does not expire'
  const isOver = expiresAt.getTime() <= Date.now()
  return `${isOver ? 'expired' : 'expires'} ${expiresAt.toISOString()}`
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
