import { RungraphError } from '../domain/errors.ts'

/** The kinds of object that have a global id. An event's id within its kind is `runId:seq`, with a word where it is not stored; every other's is a UUID. */
const nodeKinds = [
  'Agent',
  'Run',
  'Step',
  'Action',
  'ModelCall',
  'Session',
  'Gate',
  'Policy',
  'Workflow',
  'Relic',
  'Webhook',
  'WebhookDelivery',
  'Schedule',
  'ApiKey',
  'DataSet',
  'DataSetItem',
  'Evaluation',
  'EvaluationResult',
  'RunEvent',
] as const
export type NodeKind = (typeof nodeKinds)[number]

/** A global id taken apart. */
export interface NodeKey {
  readonly kind: NodeKind
  readonly id: string
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const eventKey = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}:([1-9]\d{0,8}|\d{1,9}:RUNS)$/

/** The id under which clients know an object, the same everywhere. */
export function toGlobalId(kind: NodeKind, id: string): string {
  return Buffer.from(`${kind}:${id}`).toString('base64')
}

/** Parses a global id; `null` if the text is none. */
export function parseGlobalId(globalId: string): NodeKey | null {
  const [name, ...rest] = Buffer.from(globalId, 'base64').toString().split(':')
  const kind = nodeKinds.find((known) => known === name)
  const id = rest.join(':')
  if (kind === undefined || !(kind === 'RunEvent' ? eventKey : uuid).test(id)) return null
  return { kind, id }
}

/** The UUID of the object of that kind. @throws INVALID_ID naming the argument */
export function readId(kind: NodeKind, globalId: string, field: string): string {
  const key = parseGlobalId(globalId)
  if (key?.kind === kind) return key.id
  throw new RungraphError('INVALID_ID', { field, value: globalId, expected: kind, path: [field] })
}

/** The same for mutations, where an id that is none is as unknown as one that never existed. @throws NOT_FOUND */
export function findId(kind: NodeKind, globalId: string): string {
  const key = parseGlobalId(globalId)
  if (key?.kind === kind) return key.id
  throw new RungraphError('NOT_FOUND', { kind: wordFor(kind), key: globalId })
}

/** A kind as messages call it. */
function wordFor(kind: NodeKind): string {
  if (kind === 'ModelCall') return 'model call'
  if (kind === 'WebhookDelivery') return 'delivery'
  if (kind === 'ApiKey') return 'API key'
  if (kind === 'DataSet') return 'data set'
  if (kind === 'DataSetItem') return 'item'
  if (kind === 'EvaluationResult') return 'result'
  return kind === 'RunEvent' ? 'event' : kind.toLowerCase()
}

export function isUuid(text: string): boolean {
  return uuid.test(text)
}
