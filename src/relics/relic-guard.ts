import type { LookupFunction } from 'node:net'

/** What the relics need of src/tools/address-guard.ts. */
export interface RelicGuard {
  /** @throws TARGET_UNREACHABLE */
  check(url: URL): void
  readonly lookup: LookupFunction
}
