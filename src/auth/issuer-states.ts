import { LRUCache } from 'lru-cache'
import type { Issuer } from '../domain/access-token.ts'
import type { ApiKeyStore } from '../domain/api-key.ts'

/** Whether the credentials behind a caller are still valid. */
export type IssuerState = 'valid' | 'over'

interface Options {
  readonly keys: Pick<ApiKeyStore, 'ended'>
  readonly isOpen: () => Promise<boolean>
  /** Milliseconds of a clock that only goes forward. */
  readonly now: () => number
}

/** States of issuers that this process remembers. */
export interface IssuerStates {
  stateOf(issuer: Issuer): Promise<IssuerState>
}

interface Remembered {
  readonly at: number
  readonly state: Promise<IssuerState>
}

/** Age at which a state is read again, in milliseconds: an ended key ends its tokens within this time in every process. */
const maxAgeMs = 1_000

/** Keys whose state is remembered. */
const maxKeys = 10_000

/**
 * Remembers the state of the keys that issued tokens, so that a request with a token needs no query of its own: however many arrive, each
 * key is read at most once a second (KEY-7).
 */
export function createIssuerStates({ keys, isOpen, now }: Options): IssuerStates {
  const known = new LRUCache<string, Remembered>({ max: maxKeys })

  function stateOfKey(keyId: string): Promise<IssuerState> {
    const remembered = known.get(keyId)
    if (remembered && now() - remembered.at < maxAgeMs) return remembered.state
    const state = readState(keyId)
    known.set(keyId, { at: now(), state })
    // A failure is not remembered.
    state.catch(() => known.delete(keyId))
    return state
  }

  async function readState(keyId: string): Promise<IssuerState> {
    const [ended] = await keys.ended([keyId])
    return ended === undefined ? 'valid' : 'over'
  }

  return {
    stateOf: async (issuer) => {
      switch (issuer.kind) {
        case 'KEY':
          return stateOfKey(issuer.keyId)
        case 'LOOPBACK':
          return (await isOpen()) ? 'valid' : 'over'
        case 'PERSON':
          return 'valid'
        default:
          return issuer satisfies never
      }
    },
  }
}
