import { object } from './declared.ts'
import { given } from './given.ts'
import type { JsonObject } from './json.ts'

/** Origin of a message: a channel such as a chat service, our account there, the guild or group, and the sender. */
export interface Origin {
  readonly channel: string | null
  readonly accountId: string | null
  readonly guildId: string | null
  readonly peer: string | null
}

export const givenOrigin = object('Origin', 'Origin of a message. At least one field must be given.', {
  channel: given.text('Channel of the message, for example a chat service.'),
  accountId: given.text('Account of yours on the channel.'),
  guildId: given.text('Guild or group in which the message was written.'),
  peer: given.text('Author of the message.'),
})

/** Which agent answers messages of an origin; a null field matches any. */
export interface Binding extends Origin {
  readonly id: string
  readonly agentId: string
  readonly createdAt: Date
}

/** The fields of an origin, the one that says most about it first. */
export const originFields = [
  'peer',
  'guildId',
  'accountId',
  'channel',
] as const satisfies readonly (keyof Origin)[]

/** The binding that decides for an origin: of those that match, the most specific, then the newest; `null` where none matches (CTX-6). */
export function chooseBinding<Candidate extends Binding>(
  bindings: readonly Candidate[],
  origin: Origin,
): Candidate | null {
  return (
    bindings
      .filter((binding) => matches(binding, origin))
      .toSorted(byWeight)
      .at(0) ?? null
  )
}

function matches(binding: Origin, origin: Origin): boolean {
  return originFields.every((field) => binding[field] === null || binding[field] === origin[field])
}

/** The more specific binding first: the first field that one names and the other leaves open decides. */
function byWeight(one: Binding, other: Binding): number {
  const field = originFields.find((name) => (one[name] === null) !== (other[name] === null))
  if (field !== undefined) return one[field] === null ? 1 : -1
  const newer = other.createdAt.getTime() - one.createdAt.getTime()
  if (newer !== 0) return newer
  return one.id < other.id ? 1 : -1
}

/** The origin for people: `peer=ann, channel=chat`. */
export function describeOrigin(origin: Origin): string {
  const named = originFields.flatMap((field) => (origin[field] === null ? [] : [`${field}=${origin[field]}`]))
  return named.length === 0 ? 'any origin' : named.join(', ')
}

/** The origin in the context of a run, with the fields that it names: the model reads it there, and plans and tools do (CTX-4). */
export function asContext(origin: Origin): JsonObject {
  const named = originFields.flatMap((field) => (origin[field] === null ? [] : [[field, origin[field]]]))
  return Object.fromEntries(named)
}

/** The rows of bindings. All is within one project. */
export interface BindingStore {
  /** Returns the bindings that match the origin. */
  matching(projectId: string, origin: Origin): Promise<readonly Binding[]>
  /** Adds a binding, or replaces the one with its id. Two with the same fields cannot be, however they race. */
  save(projectId: string, binding: NewBinding): Promise<SavedBinding>
  /** False where there is none. */
  delete(projectId: string, bindingId: string): Promise<boolean>
}

export interface NewBinding extends Origin {
  readonly id: string
  readonly agentId: string
  /** Whether one with this id is there to be replaced. */
  readonly replaces: boolean
}

export type SavedBinding =
  | { readonly kind: 'saved' }
  /** Another has the same fields. */
  | { readonly kind: 'taken'; readonly bindingId: string }
  /** There is none to replace. */
  | { readonly kind: 'missing' }
