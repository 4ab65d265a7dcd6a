import type { RunCommit } from '../../src/domain/run-log.ts'
import type { EngineServices } from '../../src/engine/run/run-context.ts'

/** The services of a process that dies at a commit of its choice. */
export interface Doomed {
  /** For `createTestEngine`. */
  readonly replace: (services: EngineServices) => EngineServices
  /** Resolves when it is dead: nothing of it reaches the database any more. */
  readonly dead: Promise<void>
  /** Lets what hangs in the dead process end, so that its engine can be closed. */
  bury(): void
}

/**
 * A process that dies instead of writing the first commit of which `isLast` is true; `count` is how many it wrote before. Entries since its
 * last write are lost with it. It neither renews, claims nor releases.
 */
export function createDoomed(isLast: (commit: RunCommit, count: number) => boolean): Doomed {
  const death = Promise.withResolvers<void>()
  const burial = Promise.withResolvers<never>()
  burial.promise.catch(() => undefined) // nobody may wait for it
  /** Writes that the database received before the death are stored, or not, when the death is reported: nothing comes after. */
  const births = new Set<Promise<unknown>>()
  let isDead = false
  let count = 0

  function replace(services: EngineServices): EngineServices {
    const { log, runs } = services
    return {
      ...services,
      log: {
        ...log,
        commit: (commit) => {
          isDead ||= isLast(commit, count)
          if (isDead) death.resolve()
          else count += 1
          return isDead ? burial.promise : log.commit(commit)
        },
      },
      runs: {
        ...runs,
        insert: async (run) => {
          if (isDead) return burial.promise
          const birth = runs.insert(run)
          births.add(birth)
          return birth
        },
        claim: async (options) => (isDead ? [] : runs.claim(options)),
        renew: async (held) =>
          isDead ? { renewed: [], lost: [], aborted: [], inputPending: [], escalated: [] } : runs.renew(held),
        release: async (held) => (isDead ? undefined : runs.release(held)),
        abandon: async (held, why) => (isDead ? undefined : runs.abandon(held, why)),
      },
    }
  }

  const dead = death.promise.then(async () => void (await Promise.allSettled(births)))
  return { replace, dead, bury: () => burial.reject(new Error('The process is dead.')) }
}
