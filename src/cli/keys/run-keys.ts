import { v7 as uuidv7 } from 'uuid'
import { openLogger } from '../../app/create-logger.ts'
import { whileOpen } from '../../app/disposer.ts'
import { openUpToDate } from '../../app/open-database.ts'
import { createKeyOperations, noAdministratorLeft } from '../../auth/key-operations.ts'
import type { Database } from '../../database/connect.ts'
import type { KeyOperations } from '../../domain/api-key.ts'
import type { Role } from '../../domain/caller.ts'
import { RungraphError } from '../../domain/errors.ts'
import type { Redactor } from '../../domain/redaction.ts'
import type { ApiKey } from '../../generated/prisma/client.ts'
import { toGlobalId } from '../../graphql/global-id.ts'
import type { Config } from '../../settings/config.ts'
import { createApiKeyStore } from '../../store/api-key-store.ts'
import { ensureProject } from '../../store/project-store.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { harmless } from '../terminal/terminal-text.ts'

/** Parsed arguments of the command: the operation on the keys of a project. */
export type KeysCall = CreateKeyCall | { readonly kind: 'list' } | RevokeKeyCall

export interface CreateKeyCall {
  readonly kind: 'create'
  readonly name: string
  readonly role: Role
  readonly isServerAdmin: boolean
  readonly days: number | null
}

export interface RevokeKeyCall {
  readonly kind: 'revoke'
  readonly name: string
  /** Whether it may be the last one that administers the project. */
  readonly isForced: boolean
}

/** Name of the caller that is recorded for keys that this command creates or revokes. */
const by = 'command line'

/** Where the command works. */
interface Surroundings {
  /** Slug of the project. */
  readonly project: string
  readonly config: Config
  readonly redactor: Redactor
  readonly terminal: Pick<Terminal, 'print' | 'note'>
}

/**
 * Creates, lists or revokes API keys of a project directly in the database, whether a server runs or not. This is how an operator creates
 * the first key, or a new one after the last was lost. Creating a key also creates a project that does not exist.
 * @throws INVALID_INPUT, KEY_NAME_TAKEN, LIMIT_EXCEEDED, NOT_FOUND, LAST_ADMINISTRATOR
 */
export async function runKeys(
  call: KeysCall,
  { project: slug, config, redactor, terminal }: Surroundings,
): Promise<void> {
  return whileOpen(async (closing) => {
    const logger = await openLogger(config, { redactor, toPublicId: toGlobalId })
    const { pool, prisma } = await openUpToDate(config, closing, (line, level) => logger[level](line))
    const keys = createApiKeyStore(pool)
    const operations = createKeyOperations({ keys, newId: uuidv7, now: Date.now })
    const target = { slug, pool, prisma, operations, config, terminal }
    switch (call.kind) {
      case 'create':
        return await create(call, target)
      case 'list':
        return await list(target)
      case 'revoke':
        return await revoke(call, target)
      default:
        return call satisfies never
    }
  })
}

/** The project that the command works on, which may not exist yet, and its database. */
interface KeyProject extends Pick<Database, 'pool' | 'prisma'> {
  readonly slug: string
  readonly operations: KeyOperations
  readonly config: Config
  readonly terminal: Surroundings['terminal']
}

async function create(call: CreateKeyCall, target: KeyProject): Promise<void> {
  const { name, role, isServerAdmin, days } = call
  const { slug, operations, terminal } = target
  const project = (await findProject(target)) ?? (await createProject(call, target))
  const expiry = days === null ? {} : { expiresAt: new Date(Date.now() + days * dayMs) }
  const { key } = await operations.createKey({
    projectId: project.id,
    name,
    role,
    isServerAdmin,
    by,
    ...expiry,
  })
  // The key alone: `K=$(rungraph keys create …)`.
  terminal.print(key)
  terminal.note(
    `Created the key "${name}" (${role}${isServerAdmin ? ', administers the server' : ''}) of the project ${slug}. Store it now: it is not shown again.`,
  )
}

async function list(target: KeyProject): Promise<void> {
  const keys = await keysOf(await existingProject(target), target)
  target.terminal.print(
    keys.length === 0 ? `The project ${target.slug} has no API key.` : harmless(keys.map(line).join('\n')),
  )
}

async function revoke({ name, isForced: force }: RevokeKeyCall, target: KeyProject): Promise<void> {
  const project = await existingProject(target)
  const key = (await keysOf(project, target)).find((one) => one.name === name)
  if (!key) throw new RungraphError('NOT_FOUND', { kind: 'API key', key: name })
  if (key.revokedAt !== null) {
    target.terminal.print(`The key "${key.name}" was revoked before, at ${key.revokedAt.toISOString()}.`)
    return
  }
  await target.operations.revokeKey({ projectId: project.id, keyId: key.id, by, force })
  target.terminal.print(`Revoked the key "${key.name}". Its open connections end within two seconds.`)
  if (!(await keysOf(project, target)).some(isInForce)) target.terminal.note(noneInForce(target))
}

function noneInForce({ slug, config }: KeyProject): string {
  const others = config.identityProvider === null ? 'nobody can' : 'only people who sign in can'
  return `No key of the project ${slug} is in force any more: ${others} call the API until you create one with \`npx rungraph keys create <name> --role ADMIN${slug === 'default' ? '' : ` --project ${slug}`}\`.`
}

function isInForce(key: ApiKey): boolean {
  return key.revokedAt === null && !isExpired(key)
}

function isExpired({ expiresAt }: Pick<ApiKey, 'expiresAt'>): boolean {
  return expiresAt !== null && expiresAt.getTime() <= Date.now()
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
function createProject({ role, days }: CreateKeyCall, { slug, pool }: KeyProject): Promise<Project> {
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
  return `${isExpired({ expiresAt }) ? 'expired' : 'expires'} ${expiresAt.toISOString()}`
}
