import type { RungraphError } from '../../domain/errors.ts'
import type { SignInChallenge, SignInOwner, SignInStore, SignInTickets } from '../../domain/mcp-sign-in.ts'
import type { ClientAddresses } from './oauth-provider.ts'

/** What sign-ins need of the database, which is opened after the tools were read. */
export interface SignInMeans {
  readonly store: SignInStore
  readonly tickets: SignInTickets
  /** Whether an open gate of the project has the address in its question. */
  readonly isAsked: (projectId: string, url: string) => Promise<boolean>
  /** Continues the calls that wait for a sign-in. */
  readonly announce: (owner: SignInOwner) => Promise<void>
  readonly now: () => number
  readonly report: (message: string, error?: unknown) => void
}

/** The same, and addresses. */
export interface BoundSignIns extends SignInMeans {
  readonly addresses: ClientAddresses
  /** The address that a question for a sign-in has. */
  linkFor(owner: SignInOwner, challenge: SignInChallenge): Promise<string>
  /** The address at which a person begins a sign-in at once. */
  linkNow(owner: SignInOwner, challenge: SignInChallenge): Promise<string>
}

/** Sign-ins, before and after the database is open. */
export interface SignInSource {
  /** What sign-ins work with, once the database is open; or why there are none. */
  bound(): Promise<BoundSignIns | RungraphError>
}
