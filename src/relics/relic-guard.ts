import type { LookupFunction } from 'node:net'
import type { Agent } from 'undici'

/** Which addresses a relic may have. */
export interface GuardRules {
  /** Those that the settings of the server let be private. */
  readonly allowPrivate: boolean
  /** Not those of Rungraph itself, nor of its database. Default: these too; an SQL relic has rules of its own for that database. */
  readonly avoidsOwn?: boolean
}

/** What the relics need of src/tools/address-guard.ts. */
export interface RelicGuard {
  /** @throws TARGET_UNREACHABLE */
  check(url: URL): void
  lookupAt(port: number): LookupFunction
  agent(): Agent
}
