import type { DueJobs } from '../../domain/dispatch.ts'
import { type SignInOwner, type SignInStore, signInGroup } from '../../domain/mcp-sign-in.ts'
import { type DecisionServices, decideFirst } from './resolve-gate.ts'

type Services = DecisionServices & { readonly signIns: Pick<SignInStore, 'unannounced' | 'announced'> }

/** So many sign-ins are looked at in one sweep. */
const pageSize = 20

/**
 * For so long after a sign-in, in milliseconds, it is looked for calls that wait for it: one may have looked for the sign-in before that, and
 * have asked after it.
 */
const announcedMs = 60_000

/** Continues the calls that wait for a sign-in (MCPAUTH-4). A second call changes nothing. */
export async function announceSignIn(owner: SignInOwner, services: DecisionServices): Promise<void> {
  const given = {
    status: 'ANSWERED',
    resolution: { answer: {} },
    resolvedBy: `sign-in:${owner.server}`,
  } as const
  const seen = new Set<string>()
  for (;;) {
    const asking = await services.runs.gates.asking(signInGroup(owner), owner.projectId)
    const waiting = asking.filter(({ gate }) => !seen.has(gate.id))
    if (waiting.length === 0) return
    for (const found of waiting) {
      seen.add(found.gate.id)
      await decideFirst(found, given, services)
    }
  }
}

/** Continues calls whose process died between the sign-in and them. */
export function dueSignIns(services: Services): DueJobs {
  return async () => {
    for (const { owner, signedInAt } of await services.signIns.unannounced(pageSize)) {
      await announceSignIn(owner, services)
      if (services.clock.now() - signedInAt.getTime() > announcedMs) await services.signIns.announced(owner)
    }
    return []
  }
}
