import {
  buildASTSchema,
  type DefinitionNode,
  type DocumentNode,
  type FieldDefinitionNode,
  type GraphQLSchema,
  type InputValueDefinitionNode,
  Kind,
  type NamedTypeNode,
  parse,
  print,
  type TypeNode,
} from 'graphql'
import { schemaText } from './schema.ts'

/**
 * The fields of the core of the API: what a client needs that starts runs, follows them and decides at gates. Of a type that is not named
 * here and that one of them needs, the core has the values, and the fields that lead to a type that is named.
 */
const coreFields: Readonly<Record<string, string>> = {
  Query: 'agents agent runs run gates gate usage',
  Mutation: 'triggerRun steerRun resolveGate abortRun resumeRun retryRun rateRun',
  Subscription: 'runEvents',
  Agent: 'id slug name description model version tools',
  Tool: 'name description',
  Run: 'id status terminationReason input summary output error agent gates steps messages usage stepCount progress durationMs createdAt startedAt completedAt',
  RunError: 'code message',
  Step: 'id number text actions usage startedAt durationMs',
  Action: 'id name type target status parameters output error errorCode startedAt durationMs',
  Gate: 'id kind status reason run action context note expiresAt createdAt resolvedAt resolvedBy',
  PlanContext: 'stepNumber reasoning actions',
  ActionToApprove: 'name type target parameters',
  Message: 'position stepNumber role text createdAt',
  UsageBucket: 'agent day model provider usage',
  Usage: 'requests inputTokens outputTokens cachedInputTokens totalTokens costUsd unpricedCalls',
  Rating: 'id run score comment labels ratedBy createdAt',
  PageInfo: 'hasNextPage hasPreviousPage startCursor endCursor',
  RunFilter: 'ids agent status sessionKey tags createdAfter createdBefore search rootsOnly',
  TriggerRunInput:
    'agent input context idempotencyKey sessionKey maxSteps maxCostUsd maxTokens timeoutMs startAt priority tags metadata',
  SteerRunInput: 'id message',
  ResumeRunInput: 'id message maxSteps maxCostUsd maxTokens timeoutMs',
}

/** The core of the schema as text (API-57): each of its operations is one of the whole schema, and means the same there. */
export function coreText(): string {
  return `${print(core().document)}\n`
}

/** The core as a schema that is asked for its introspection alone. */
export function coreSchema(): GraphQLSchema {
  return core().schema
}

/** Names of fields that types of the core have in the whole schema alone, and that no type of the core has. */
export function namesBeyondCore(): readonly string[] {
  return core().namesBeyond
}

interface Core {
  readonly document: DocumentNode
  readonly schema: GraphQLSchema
  readonly namesBeyond: readonly string[]
}

let known: Core | undefined

/** It is made at the first call: to print and parse the whole schema takes a tenth of a second. */
function core(): Core {
  known ??= createCore(parse(schemaText(), { noLocation: true }))
  return known
}

function createCore(whole: DocumentNode): Core {
  const document = coreOfDocument(whole)
  return { document, schema: buildASTSchema(document), namesBeyond: namesBeyond(document, whole) }
}

function namesBeyond(core: DocumentNode, whole: DocumentNode): readonly string[] {
  const ofCore = fieldsOf(core)
  const inCore = new Set([...ofCore.values()].flat())
  const inWhole = [...fieldsOf(whole)].flatMap(([type, names]) => (ofCore.has(type) ? names : []))
  return [...new Set(inWhole)].filter((name) => !inCore.has(name))
}

function fieldsOf({ definitions }: DocumentNode): ReadonlyMap<string, readonly string[]> {
  return new Map(
    definitions.flatMap((node) =>
      'fields' in node ? [[node.name.value, (node.fields ?? []).map(({ name }) => name.value)] as const] : [],
    ),
  )
}

function coreOfDocument({ definitions }: DocumentNode): DocumentNode {
  const byName = new Map(
    definitions.flatMap((node) => ('name' in node && node.name ? [[node.name.value, node]] : [])),
  )
  const kept = new Map<string, DefinitionNode>()
  const keep = (name: string) => {
    const node = byName.get(name)
    if (node === undefined || kept.has(name)) return
    const core = coreOf(node, byName)
    kept.set(name, core)
    for (const needed of neededBy(core)) keepWithTypes(needed)
    for (const parent of parentsOf(core)) keep(parent)
  }
  // A value of an interface is one of its types.
  const keepWithTypes = (name: string) => {
    keep(name)
    if (byName.get(name)?.kind === Kind.INTERFACE_TYPE_DEFINITION)
      for (const [type, node] of byName) if (parentsOf(node).includes(name)) keep(type)
  }
  for (const root of ['Query', 'Mutation', 'Subscription']) keep(root)
  return { kind: Kind.DOCUMENT, definitions: definitions.flatMap((node) => keptOf(node, kept)) }
}

/** In the order of the whole schema, with the directives that the kept types use. */
function keptOf(node: DefinitionNode, kept: ReadonlyMap<string, DefinitionNode>): readonly DefinitionNode[] {
  if (node.kind === Kind.DIRECTIVE_DEFINITION) return [node]
  const core = 'name' in node && node.name ? kept.get(node.name.value) : undefined
  return core === undefined ? [] : [core]
}

type Definitions = ReadonlyMap<string, DefinitionNode>

/** A definition with the fields that the core has. */
function coreOf(node: DefinitionNode, byName: Definitions): DefinitionNode {
  if (node.kind === Kind.INPUT_OBJECT_TYPE_DEFINITION) {
    const named = coreFields[node.name.value]?.split(' ')
    return named === undefined ? node : { ...node, fields: node.fields?.filter(isOneOf(named)) ?? [] }
  }
  if (node.kind !== Kind.OBJECT_TYPE_DEFINITION && node.kind !== Kind.INTERFACE_TYPE_DEFINITION) return node
  const named = coreFields[node.name.value]?.split(' ')
  const leads = ({ type }: FieldDefinitionNode) => isInCore(nameOf(type), byName)
  return { ...node, fields: node.fields?.filter(named === undefined ? leads : isOneOf(named)) ?? [] }
}

function isOneOf(names: readonly string[]) {
  return ({ name }: FieldDefinitionNode | InputValueDefinitionNode) => names.includes(name.value)
}

/** A value, a type that the core names, or an edge to one. */
function isInCore(type: string, byName: Definitions): boolean {
  const kind = byName.get(type)?.kind
  const isLeaf =
    kind === undefined || kind === Kind.SCALAR_TYPE_DEFINITION || kind === Kind.ENUM_TYPE_DEFINITION
  return isLeaf || coreFields[type] !== undefined || type.endsWith('Edge')
}

function neededBy(node: DefinitionNode): readonly string[] {
  switch (node.kind) {
    case Kind.OBJECT_TYPE_DEFINITION:
    case Kind.INTERFACE_TYPE_DEFINITION:
      return (node.fields ?? []).flatMap(({ type, arguments: args = [] }) => [
        nameOf(type),
        ...args.map((one) => nameOf(one.type)),
      ])
    case Kind.INPUT_OBJECT_TYPE_DEFINITION:
      return (node.fields ?? []).map(({ type }) => nameOf(type))
    case Kind.UNION_TYPE_DEFINITION:
      return (node.types ?? []).map(nameOf)
    default:
      return []
  }
}

function parentsOf(node: DefinitionNode): readonly string[] {
  return 'interfaces' in node ? (node.interfaces ?? []).map(nameOf) : []
}

function nameOf(type: TypeNode | NamedTypeNode): string {
  return type.kind === Kind.NAMED_TYPE ? type.name.value : nameOf(type.type)
}
