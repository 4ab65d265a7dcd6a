import { isDatabaseUnavailable } from '../../domain/database-unavailable.ts'
import { isRungraphError } from '../../domain/errors.ts'
import { Stop } from '../stop.ts'
import type { EngineServices } from './run-context.ts'

type GuardedStores = Pick<
  EngineServices,
  'log' | 'runs' | 'budgets' | 'agents' | 'policies' | 'workflows' | 'actionCache' | 'relics' | 'batches'
>

/**
 * The stores as a run has them: where one fails, this owner gives the run up, and the next one continues from the durable state (DUR-1). So
 * no refusal of the database, such as a serialization failure, a read-only server or a lost connection, is taken for the failure of a tool,
 * an action or the run. `lose` gets the Stop, which the caller of the store gets too. Errors of the error table pass, except
 * DATABASE_UNAVAILABLE, with which relics in the own database tell of such a refusal. Those who ask again by themselves, for a child run or
 * the decision at a gate, lose nothing.
 */
export function guardStores<Services extends GuardedStores>(
  services: Services,
  lose: (stop: Stop) => void,
): Services {
  const { log, runs, budgets, agents, policies, workflows, actionCache, relics, batches } = services
  const guard = <Store extends object>(store: Store) => guarded(store, lose)
  const { childOutcome, gates } = runs
  return {
    ...services,
    log: guard(log),
    runs: {
      ...guard(runs),
      childOutcome,
      gates: { ...guard(gates), decided: gates.decided },
      history: guard(runs.history),
      secrets: guard(runs.secrets),
    },
    ...{ budgets: guard(budgets), agents: guard(agents), policies: guard(policies) },
    ...{ workflows: guard(workflows), actionCache: guard(actionCache) },
    ...(batches && { batches: guard(batches) }),
    relics: { ...guard(relics), perform: (call) => relics.perform(call).catch(refuseAbsence(lose)) },
  }
}

/** The same store with functions whose rejections lose the run. */
function guarded<Store extends object>(store: Store, lose: (stop: Stop) => void): Store {
  const entries = Object.entries(store).map(([name, member]: [string, unknown]) => {
    if (typeof member !== 'function') return [name, member]
    const call = (...parameters: readonly unknown[]): unknown => {
      const result: unknown = Reflect.apply(member, store, parameters)
      return result instanceof Promise ? result.catch((error: unknown) => refuse(error, lose)) : result
    }
    return [name, call]
  })
  // Each member has the type that it had.
  return Object.fromEntries(entries) as Store
}

function refuse(error: unknown, lose: (stop: Stop) => void): never {
  const isKnown = error instanceof Stop || (isRungraphError(error) && error.code !== 'DATABASE_UNAVAILABLE')
  throw isKnown ? error : lost(error, lose)
}

/** For calls that also reach other services, whose failures are results. */
function refuseAbsence(lose: (stop: Stop) => void): (error: unknown) => never {
  return (error) => {
    throw !(error instanceof Stop) && isDatabaseUnavailable(error) ? lost(error, lose) : error
  }
}

function lost(error: unknown, lose: (stop: Stop) => void): Stop {
  const stop = new Stop('LEASE_LOST', 'The database did not do what the run needs.', error)
  lose(stop)
  return stop
}
