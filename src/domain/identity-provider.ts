import type { Role } from './caller.ts'

/** How tokens of an identity provider are verified, and the meaning of their claims (KEY-9). */
export interface IdentityProvider {
  /** Address of the JSON Web Key Set. */
  readonly jwksUrl: string
  readonly issuer: string
  readonly audience: string
  /** Claims by name; dots lead into objects: `realm_access.roles`. */
  readonly nameClaim: string
  readonly roleClaim: string
  /** Claim with the slug of the project; `null`: every person is of the default project. */
  readonly projectClaim: string | null
  /** Role here for each value of the role claim; empty: VIEWER, OPERATOR and ADMIN are their own names. */
  readonly roles: Readonly<Record<string, Role>>
}
