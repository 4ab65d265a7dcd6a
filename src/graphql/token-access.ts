import {
  defaultFieldResolver,
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLObjectType,
  type GraphQLSchema,
  isObjectType,
} from 'graphql'
import type { ScopeKind, TokenAccess, TokenScope } from '../domain/access-token.ts'
import { RungraphError } from '../domain/errors.ts'
import type { ScopedKind } from '../domain/reads.ts'
import type { GraphQLContext } from './context.ts'
import { outcome } from './errors.ts'
import { wordOf } from './fields.ts'
import { type NodeKey, uuidOf } from './global-id.ts'
import { askingFilters, unknownFilters } from './token-filters.ts'
import { refuseToken } from './token-refusal.ts'
import { type FieldRule, openFields, openRoots, openTypes } from './token-rules.ts'
import { isOwnSession, narrowTrigger } from './token-trigger.ts'

type Resolve = GraphQLFieldResolver<unknown, GraphQLContext>

/**
 * Makes every field that is not open to access tokens refuse them, and every open one check the permissions of the token (token-rules.ts).
 * Fields that are open to all tokens stay as they are. @throws Error where a rule names no field
 */
export function withTokenRules(schema: GraphQLSchema): GraphQLSchema {
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]
  const known = new Set<string>()
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue
    for (const field of Object.values(type.getFields())) {
      known.add(`${type.name}.${field.name}`)
      if (roots.includes(type)) guardRoot(type, field)
      else if (!isOpenType(type)) guard(type, field, openFields[type.name]?.[field.name])
    }
  }
  const named = Object.entries(openFields).flatMap(([type, fields]) =>
    Object.keys(fields).map((field) => `${type}.${field}`),
  )
  const unknown = [...named, ...Object.keys(openRoots)].filter((name) => !known.has(name))
  unknown.push(...unknownFilters(schema))
  if (unknown.length > 0) throw new Error(`Rules of access tokens name no fields: ${unknown.join(', ')}.`)
  return schema
}

/** An event belongs to its run as a whole. */
function isOpenType(type: GraphQLObjectType): boolean {
  const isOf = type.getInterfaces().map(({ name }) => name)
  return openTypes.has(type.name) || isOf.includes('RunEvent') || isOf.includes('Error')
}

function guard(
  type: GraphQLObjectType,
  field: GraphQLField<unknown, GraphQLContext>,
  rule?: FieldRule,
): void {
  const name = `${type.name}.${field.name}`
  const given = field.resolve ?? defaultFieldResolver
  const resolve = askingFilters(field, name, given)
  if (rule === 'ALL') {
    if (resolve !== given) field.resolve = resolve
    return
  }
  if (rule === 'WITHIN') field.resolve = onlyWithin(resolve)
  else if (rule === 'SESSION_OR_NULL') field.resolve = onlyToSession(resolve)
  else field.resolve = onlyTo(rule ?? [], name, resolve)
}

function onlyTo(scopes: readonly ScopeKind[], name: string, resolve: Resolve): Resolve {
  return (parent, args, ctx, info) => {
    const { access } = ctx.caller
    if (access !== null && !scopes.includes(access.scope.kind)) throw refuseToken(name, access)
    return resolve(parent, args, ctx, info)
  }
}

function onlyToSession(resolve: Resolve): Resolve {
  return (parent, args, ctx, info) => {
    const { access } = ctx.caller
    return access === null || access.scope.kind === 'SESSION' ? resolve(parent, args, ctx, info) : null
  }
}

/** The run that a field leads to; null where it is outside the scope. */
function onlyWithin(resolve: Resolve): Resolve {
  return async (parent, args, ctx, info) => {
    const run: unknown = await resolve(parent, args, ctx, info)
    const { access } = ctx.caller
    if (access === null) return run
    if (typeof run !== 'object' || run === null || !('id' in run)) return null
    return (await isWithin(ctx, access.scope, 'Run', String(run.id))) ? run : null
  }
}

function guardRoot(type: GraphQLObjectType, field: GraphQLField<unknown, GraphQLContext>): void {
  const name = `${type.name}.${field.name}`
  const ask = askingFilters(field, name, field.subscribe ?? field.resolve ?? defaultFieldResolver)
  const enter = async (...[parent, args, ctx, info]: Parameters<Resolve>) => {
    const { access } = ctx.caller
    if (access !== null) checkAbility(name, access)
    const entered = access === null ? args : await (entries[name] ?? asGiven)(args, access, ctx)
    return entered === null ? null : ask(parent, entered, ctx, info)
  }
  const guarded: Resolve = (...given) => {
    const [, , ctx, info] = given
    if (ctx.caller.access === null) return ask(...given)
    return type.name === 'Mutation' ? outcome(info, () => enter(...given)) : enter(...given)
  }
  if (field.subscribe) field.subscribe = guarded
  else field.resolve = guarded
}

/** @throws FORBIDDEN naming the abilities of the token */
function checkAbility(name: string, access: TokenAccess): void {
  const rule = openRoots[name]
  const mayAsk =
    rule && (rule.ability === null || [rule.ability].flat().some((one) => access.abilities.includes(one)))
  if (!mayAsk || !(rule.scopes ?? [access.scope.kind]).includes(access.scope.kind))
    throw refuseToken(name, access)
}

type Args = Readonly<Record<string, unknown>>

/** Narrows the arguments of a root field to the scope of a token; `null`: the field is null. @throws NOT_FOUND, FORBIDDEN */
type Enter = (args: Args, access: TokenAccess, ctx: GraphQLContext) => Promise<Args | null>

/** Lists and live lists are restricted where they are read. */
const asGiven: Enter = async (args) => args

const entries: Readonly<Record<string, Enter>> = {
  'Query.run': root('Run'),
  'Query.gate': root('Gate'),
  'Query.file': root('File'),
  'Query.session': async (args, { scope }) => (isOwnSession(args.key, scope) ? args : null),
  'Subscription.runEvents': async (args, { scope }, ctx) => {
    if (await isReached('Run', args.runId, scope, ctx)) return args
    throw new RungraphError('NOT_FOUND', { kind: 'run', key: String(args.runId) })
  },
  'Subscription.gateUpdated': async (args, { scope }, ctx) => {
    const { runId } = inputIn(args.filter)
    if (runId == null || (await isReached('Run', runId, scope, ctx))) return args
    throw new RungraphError('NOT_FOUND', { kind: 'run', key: String(runId) })
  },
  'Subscription.sessionEvents': async (args, access) => {
    if (isOwnSession(args.sessionKey, access.scope)) return args
    throw refuseToken(`sessionEvents of the session "${String(args.sessionKey)}"`, access)
  },
  'Mutation.abortRun': target('Run'),
  'Mutation.steerRun': async (args, access, ctx) => {
    await checkFiles(inputOf(args).files, access.scope, ctx)
    return target('Run')(args, access, ctx)
  },
  'Mutation.resolveGate': target('Gate'),
  'Mutation.rateRun': target('Run', 'runId'),
  'Mutation.deleteRating': target('Rating'),
  'Mutation.triggerRun': async (args, access, ctx) => {
    await checkFiles(inputOf(args).files, access.scope, ctx)
    return { ...args, input: await narrowTrigger(inputOf(args), access, ctx) }
  },
}

/** A query of the object of an id; null where it is outside the scope. */
function root(kind: 'Run' | 'Gate' | 'File'): Enter {
  return async (args, { scope }, ctx) => ((await isReached(kind, args.id, scope, ctx)) ? args : null)
}

type Target = 'Run' | 'Gate' | 'Rating'

/** A mutation of the object that its input names. */
function target(kind: Target, named = 'id'): Enter {
  return async (args, { scope }, ctx) => {
    if (await isReached(kind, inputOf(args)[named], scope, ctx)) return args
    throw new RungraphError('NOT_FOUND', { kind: wordOf(kind) })
  }
}

/** A file that no run of the scope names, and that came with none of its tokens, is answered as one that does not exist. @throws NOT_FOUND */
async function checkFiles(given: unknown, scope: TokenScope, ctx: GraphQLContext): Promise<void> {
  if (!Array.isArray(given)) return
  const ids = given.map((file) => inputIn(file).id).filter((id) => id != null)
  const reached = await Promise.all(ids.map((id) => isReached('File', id, scope, ctx)))
  if (reached.includes(false)) throw new RungraphError('NOT_FOUND', { kind: 'file' })
}

function inputOf({ input }: Args): Args {
  return inputIn(input)
}

function inputIn(input: unknown): Args {
  // Inputs have no prototype.
  return typeof input === 'object' && input !== null ? Object.fromEntries(Object.entries(input)) : {}
}

/** Whether the object of an id, as callers give it, is within the scope. A value that is no id of such an object is not. */
async function isReached(
  kind: Target | 'File',
  given: unknown,
  scope: TokenScope,
  ctx: GraphQLContext,
): Promise<boolean> {
  const id = uuidOf(kind, String(given))
  return id !== null && (await isWithin(ctx, scope, kind, id))
}

/** Whether an access token reaches the object of a global id. */
export async function isNodeWithin(ctx: GraphQLContext, scope: TokenScope, key: NodeKey): Promise<boolean> {
  switch (key.kind) {
    case 'Run':
    case 'Step':
    case 'Action':
    case 'Gate':
    case 'File':
      return isWithin(ctx, scope, key.kind, key.id)
    case 'RunEvent':
      return isWithin(ctx, scope, 'Run', key.id.split(':')[0] ?? '')
    case 'Session':
      return isSession(ctx, scope, key.id)
    default:
      return false
  }
}

/** Whether an object belongs to a run that an access token reaches. Objects that are asked about together are read together. */
export function isWithin(
  ctx: GraphQLContext,
  scope: TokenScope,
  kind: ScopedKind,
  id: string,
): Promise<boolean> {
  return ctx.loaders.within(scope, kind).load(id)
}

async function isSession(
  { prisma, project }: GraphQLContext,
  scope: TokenScope,
  id: string,
): Promise<boolean> {
  if (scope.kind !== 'SESSION') return false
  // By its key, which is the same for all that are asked about: Prisma reads it once.
  const where = { projectId_key: { projectId: project.id, key: scope.key } }
  const session = await prisma.session.findUnique({ where, select: { id: true } })
  return session?.id === id
}
