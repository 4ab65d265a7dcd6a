import { RungraphError } from '../domain/errors.ts'
import { isCleanText } from '../domain/json.ts'
import type { ObjectKey } from '../domain/object-key.ts'
import { parseWordId, toWordId } from '../domain/word-id.ts'

/**
 * The kinds of object that have a global id. An event's id within its kind is `runId:seq`, with a word where it is not stored; all others
 * are UUIDs.
 */
const nodeKinds = [
  'Project',
  'Agent',
  'Run',
  'Step',
  'Action',
  'ModelCall',
  'Session',
  'Gate',
  'Canary',
  'Policy',
  'Rating',
  'RunComment',
  'Workflow',
  'Relic',
  'Webhook',
  'WebhookDelivery',
  'Schedule',
  'ReceivedEvent',
  'EventTrigger',
  'EventSource',
  'ApiKey',
  'DataSet',
  'DataSetItem',
  'Evaluation',
  'EvaluationResult',
  'File',
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

/** The word that begins the ids of a kind: `run`, `model_call`. */
const words = new Map(nodeKinds.map((kind) => [kind, kind === 'RunEvent' ? 'event' : toSnakeCase(kind)]))
const kinds = new Map([...words].map(([kind, word]) => [word, kind]))

/**
 * The id under which clients, logs and URLs know an object: `run_01a22b9e42157168b7ec788fdb94aad6`, the word of its kind and its UUID, which
 * begins with the time of its creation (RFC 9562). The id of an event has the id of its run and its number.
 */
export function toGlobalId(kind: NodeKind, id: string): string {
  return toWordId(words.get(kind) ?? kind, id)
}

/** Parses a global id; `null` if the text is none. Ids were in base64 once, and may be kept by clients. */
export function parseGlobalId(globalId: string): NodeKey | null {
  const named = parseWordId(globalId)
  const { kind, id } = named ? { kind: kinds.get(named.word), id: named.id } : fromBase64(globalId)
  if (kind === undefined || !(kind === 'RunEvent' ? eventKey : uuid).test(id)) return null
  return { kind, id }
}

function fromBase64(text: string): { readonly kind: NodeKind | undefined; readonly id: string } {
  const [name, ...rest] = Buffer.from(text, 'base64').toString().split(':')
  return { kind: nodeKinds.find((known) => known === name), id: rest.join(':') }
}

function toSnakeCase(name: string): string {
  return name.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => `_${letter}`).toLowerCase()
}

/** The UUID of an object of that kind, from a global id, or from the UUID itself, as the database has it. `null` if it is neither. */
export function uuidOf(kind: NodeKind, id: string): string | null {
  const key = parseGlobalId(id)
  if (key !== null) return key.kind === kind ? key.id : null
  const lower = id.toLowerCase()
  return isUuid(lower) ? lower : null
}

/** The UUID of the object of that kind. `field`: where the id stands, as in `filter.parentId`. @throws INVALID_ID */
export function readId(kind: NodeKind, id: string, field: string): string {
  const found = uuidOf(kind, id)
  if (found !== null) return found
  throw new RungraphError('INVALID_ID', { field, value: id, expected: kind, path: field.split('.') })
}

/** The key of an object that callers name by its id or by its slug. A text in the form of a UUID is an id. */
export function toKey(kind: 'Agent' | 'Workflow' | 'Project' | 'DataSet', name: string): ObjectKey {
  const id = uuidOf(kind, name)
  return id === null ? { slug: name } : { id }
}

/**
 * Whether an object can have a text as its slug, key or name. Ask it before Prisma looks one up by such a text: Prisma reads all objects that
 * are looked up at the same time with one statement, which a text that PostgreSQL cannot hold would fail for all of them.
 */
export function canBeName(text: string): boolean {
  return isCleanText(text)
}

/** Whether a caller names this project, by its slug, its global id or its UUID. */
export function isNameOf(project: { readonly id: string; readonly slug: string }, name: string): boolean {
  return name === project.slug || uuidOf('Project', name) === project.id
}

export function isUuid(text: string): boolean {
  return uuid.test(text)
}
