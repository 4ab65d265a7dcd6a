import { pick, randomOf } from '../support/random.ts'

/**
 * What happens to one statement. `reject`: the server refuses it, or refuses it after it was executed; what it wrote is rolled back in both
 * cases. `disconnect`: the connection ends before the statement is sent, or after it was executed and before its result arrives: then
 * nobody knows what was written.
 */
export type Fault =
  | { readonly kind: 'delay'; readonly ms: number }
  | { readonly kind: 'reject'; readonly when: When; readonly sqlState: string }
  | { readonly kind: 'disconnect'; readonly when: When; readonly sqlState: string }

type When = 'before' | 'after'

/** What a server answers while it lives: serialization failure, lock timeout, statement timeout, read-only, disk full. */
const rejections = ['40001', '55P03', '57014', '25006', '53100'] as const

/** How a connection ends: by an administrator, by the network. */
const disconnections = ['57P01', '08006'] as const

/** The faults of one seed: the nth statement of a name suffers the same each time. */
export interface FaultPlan {
  /** The statement `name` is about to be sent; `null`: nothing happens to it. */
  next(name: string): Fault | null
  /** From now on nothing happens any more. */
  end(): void
  /** What has happened so far, by statement and fault. */
  readonly suffered: ReadonlyMap<string, number>
  /** In words, for the report of a seed that found something. */
  readonly description: string
}

/**
 * Each seed has its own selection of faults and its own rate, and some concentrate on the statements of one name (swarm testing): a rare
 * combination is found sooner than with the same mixture everywhere.
 */
export function planFaults(seed: number): FaultPlan {
  const random = randomOf(seed)
  const rate = pick([0.003, 0.01, 0.03, 0.06], random)
  const kinds = someOf(['delay', 'reject', 'reject', 'disconnect'] as const, random)
  const states = someOf(rejections, random)
  const focus = random() < 0.4 ? Math.floor(random() * 64) : null
  const counts = new Map<string, number>()
  const suffered = new Map<string, number>()
  let isOver = false

  function faultFor(name: string, nth: number): Fault | null {
    const own = randomOf(hashOf(`${seed} ${name} ${nth}`))
    const isFocus = focus !== null && hashOf(name) % 64 === focus
    if (own() >= (isFocus ? 0.3 : rate)) return null
    const when = own() < 0.5 ? 'before' : 'after'
    const kind = pick(kinds, own)
    switch (kind) {
      case 'delay':
        return { kind, ms: Math.ceil(own() ** 3 * 60) }
      case 'reject':
        return { kind, when, sqlState: pick(states, own) }
      case 'disconnect':
        return { kind, when, sqlState: pick(disconnections, own) }
      default:
        return kind satisfies never
    }
  }

  return {
    next: (name) => {
      if (isOver) return null
      const nth = (counts.get(name) ?? 0) + 1
      counts.set(name, nth)
      const fault = faultFor(name, nth)
      if (fault !== null) {
        const what = `${name}: ${wordsFor(fault)}`
        suffered.set(what, (suffered.get(what) ?? 0) + 1)
      }
      return fault
    },
    end: () => {
      isOver = true
    },
    suffered,
    description: `rate ${rate}, ${[...new Set(kinds)].join(' and ')}, ${states.join(' ')}${focus === null ? '' : ', a focus'}`,
  }
}

function wordsFor(fault: Fault): string {
  return fault.kind === 'delay' ? 'delay' : `${fault.sqlState} ${fault.when}`
}

/** A non-empty part of them. */
function someOf<Item>(items: readonly Item[], random: () => number): readonly Item[] {
  const some = items.filter(() => random() < 0.5)
  return some.length > 0 ? some : [pick(items, random)]
}

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let place = 0; place < text.length; place++)
    hash = Math.imul(hash ^ text.charCodeAt(place), 0x01000193)
  return hash >>> 0
}
