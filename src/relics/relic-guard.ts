import type { LookupFunction } from 'node:net'
import type { Agent } from 'undici'

/** Which addresses a relic may have. */
export interface GuardRules {
  /** Whether the server's settings allow private addresses. */
  readonly allowPrivate: boolean
  /** Not those of Rungraph itself, nor of its database. Default: these too; an SQL relic has rules of its own for that database. */
  readonly avoidsOwn?: boolean
}

/** Part of src/net/address-guard.ts that relics use. */
export interface RelicGuard {
  /** @throws TARGET_UNREACHABLE */
  check(url: URL): void
  lookupAt(port: number): LookupFunction
  agent(): Agent
}
