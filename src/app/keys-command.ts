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
import { toGlobalId } from '../graphql/global-id.ts'
import { createApiKeyStore } from '../store/api-key-store.ts'
import { ensureProject } from '../store/project-store.ts'
import { readArguments } from './command-line.ts'
import { createDisposer } from './disposer.ts'
import { openUpToDate } from './open-database.ts'

const maxDays = 36_500

/** The usage that errors of the command show. */
const synopsis = 'npm run keys -- create|list|revoke [<name>] [options]. Help: npm run keys -- --help'

/** Help text of the command. */
export const keysUsage = `npm run keys -- <command> [options]

Manage the API keys of a project.

Commands:
  create <name>     Create a key and print it once
  list              List the keys with their roles, expiry and last use
  revoke <name>     Revoke a key

Options:
  --role <role>     Role of the new key: VIEWER, OPERATOR or ADMIN (default: OPERATOR)
  --days <n>        Days until the new key expires, 1 to ${maxDays} (default: no expiry)
  --server          The new key also administers the server: its caller lists and creates projects.
                    Only for keys of the project default with the role ADMIN
  --project <slug>  Project of the keys (default: default)
  -h, --help        Print this help

The first key of a project must have the role ADMIN and no expiry.`

/** Name of the caller that is recorded for keys that this command creates or revokes. */
const by = 'command line'

type Command = Create | { readonly kind: 'list' } | Revoke

interface Create {
  readonly kind: 'create'
  readonly name: string
  readonly role: Role
  readonly isServerAdmin: boolean
  readonly days: number | null
}

interface Revoke {
  readonly kind: 'revoke'
  readonly name: string
}

/**
 * Creates, lists or revokes API keys of a project directly in the database, whether a server runs or not. This is how an operator creates
 * the first key, or a new one after the last was lost. Creating a key also creates a project that does not exist. @throws ARGUMENTS_INVALID, INVALID_INPUT, KEY_NAME_TAKEN, LIMIT_EXCEEDED, NOT_FOUND
 */
export async function runKeys(args: readonly string[], config: Config, redactor: Redactor): Promise<void> {
  const { command, project: slug } = readCommand(args)
  const closing = createDisposer()
  try {
    const logger = createLogger(config, { redactor, toPublicId: toGlobalId })
    const { pool, prisma } = await openUpToDate(config, closing, (line) => logger.info(line))
    const keys = createApiKeyStore(pool)
    const operations = createKeyOperations({ keys, newId: uuidv7, now: Date.now })
    const target = { slug, pool, prisma, operations }
    switch (command.kind) {
      case 'create':
        return await create(command, target)
      case 'list':
        return await list(target)
      case 'revoke':
        return await revoke(command, target)
      default:
        return command satisfies never
    }
  } finally {
    await closing.closeAll()
  }
}

/** The project that the command works on, which may not exist yet, and its database. */
interface KeyProject extends Pick<Database, 'pool' | 'prisma'> {
  readonly slug: string
  readonly operations: KeyOperations
}

async function create(command: Create, target: KeyProject): Promise<void> {
  const { name, role, isServerAdmin, days } = command
  const { slug, operations } = target
  const project = (await findProject(target)) ?? (await createProject(command, target))
  const expiry = days === null ? {} : { expiresAt: new Date(Date.now() + days * dayMs) }
  const { key } = await operations.createKey({
    projectId: project.id,
    name,
    role,
    isServerAdmin,
    by,
    ...expiry,
  })
  console.log(`${key}\n`)
  console.log(
    `Created the key "${name}" (${role}) of the project ${slug}. Store it now: it is not shown again.`,
  )
}

async function list(target: KeyProject): Promise<void> {
  const keys = await keysOf(await existingProject(target), target)
  console.log(keys.length === 0 ? `The project ${target.slug} has no API key.` : keys.map(line).join('\n'))
}

async function revoke({ name }: Revoke, target: KeyProject): Promise<void> {
  const project = await existingProject(target)
  const key = (await keysOf(project, target)).find((one) => one.name === name)
  if (!key) throw new RungraphError('NOT_FOUND', { kind: 'API key', key: name })
  await target.operations.revokeKey({ projectId: project.id, keyId: key.id, by })
  console.log(`Revoked the key "${key.name}". Its open connections end within two seconds.`)
}

const dayMs = 24 * 3_600_000

interface Project {
  readonly id: string
}

function findProject({ prisma, slug }: KeyProject): Promise<Project | null> {
  return prisma.project.findUnique({ where: { slug } })
}

async function existingProject(target: KeyProject): Promise<Project> {
  const project = await findProject(target)
  if (!project) throw new RungraphError('NOT_FOUND', { kind: 'project', key: target.slug })
  return project
}

/** Creates the project of a first key, which must be an ADMIN key without expiry. @throws INVALID_INPUT */
function createProject({ role, days }: Create, { slug, pool }: KeyProject): Promise<Project> {
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
  const { role, isServerAdmin, name, lastUsedAt } = key
  const use = lastUsedAt === null ? 'never used' : `last used ${lastUsedAt.toISOString()}`
  const reach = isServerAdmin ? 'administers the server, ' : ''
  return `${role.padEnd(8)}  ${name}  (${reach}${validityOf(key)}, ${use})`
}

function validityOf({ expiresAt, revokedAt }: ApiKey): string {
  if (revokedAt !== null) return `revoked ${revokedAt.toISOString()}`
  if (expiresAt === null) return 'does not expire'
  const isOver = expiresAt.getTime() <= Date.now()
  return `${isOver ? 'expired' : 'expires'} ${expiresAt.toISOString()}`
}

function readCommand(args: readonly string[]): { readonly command: Command; readonly project: string } {
  const { positionals, values } = parse(args)
  const [verb, name, ...rest] = positionals
  const { role = 'OPERATOR', server: isServerAdmin = false, days, project = 'default' } = values
  if (rest.length > 0)
    throw wrong(`Unexpected arguments: ${rest.join(' ')}. Quote a name that contains spaces.`)
  if (!slugPattern.test(project))
    throw wrong(
      `Invalid value for --project: ${project}. Use 1 to 100 lower-case letters and digits, with hyphens between them.`,
    )
  if (verb === 'list' && name === undefined) return { command: { kind: 'list' }, project }
  if (verb !== undefined && !verbs.includes(verb)) throw wrong(`Unknown command: ${verb}.`)
  if (verb === 'list') throw wrong(`Unexpected arguments: ${[name, ...rest].join(' ')}.`)
  if (name === undefined) throw wrong(verb === undefined ? 'Missing command.' : 'Missing name of the key.')
  if (verb === 'revoke') return { command: { kind: 'revoke', name }, project }
  const known = roles.find((one) => one === role)
  if (known === undefined) throw wrong(`Invalid value for --role: ${role}. Use one of ${roles.join(', ')}.`)
  if (isServerAdmin && (known !== 'ADMIN' || project !== 'default'))
    throw wrong('--server needs --role ADMIN, and is for keys of the project default.')
  return { command: { kind: 'create', name, role: known, isServerAdmin, days: toDays(days) }, project }
}

const verbs = ['create', 'list', 'revoke']

function parse(args: readonly string[]) {
  const text = { type: 'string' } as const
  const options = { role: text, days: text, project: text, server: { type: 'boolean' } } as const
  return readArguments(synopsis, () => parseArgs({ args: [...args], allowPositionals: true, options }))
}

function toDays(text: string | undefined): number | null {
  if (text === undefined) return null
  const days = Number(text)
  if (Number.isInteger(days) && days >= 1 && days <= maxDays) return days
  throw wrong(`Invalid value for --days: ${text}. Use a whole number from 1 to ${maxDays}.`)
}

function wrong(problem: string): RungraphError {
  return new RungraphError('ARGUMENTS_INVALID', { problem, usage: synopsis })
}
