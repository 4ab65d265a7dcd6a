export const roles = ['VIEWER', 'OPERATOR', 'ADMIN'] as const
/** What a caller may do; each may do what those before it may. */
export type Role = (typeof roles)[number]

/** Who calls, as their credentials say: never by what they claim in an input (JDG-4). */
export interface Caller {
  /** As it is written down, for example `loopback`. */
  readonly name: string
  readonly role: Role
}

/** Whoever reaches a server that serves its own machine only. */
export const loopbackCaller: Caller = { name: 'loopback', role: 'ADMIN' }

export function hasRole({ role }: Caller, least: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(least)
}
