import { succeededOutcome } from '../../../src/engine/plan/readiness.ts'
import { schedulePlan } from '../../../src/engine/plan/schedule-plan.ts'
import { checkWritten, writePlan } from '../graph-plan.ts'
import { maxParallel } from '../layered-graph.ts'
import { executeGraphs } from './execute-graphs.ts'

/** The scheduler of plans, with actions that do nothing. */
export const open = executeGraphs((graph) => {
  const checked = checkWritten(writePlan(graph))
  const { signal } = new AbortController()
  return async () => {
    let performed = 0
    await schedulePlan(checked, {
      ...{ context: {}, maxParallel, signal, backgroundSignal: signal },
      perform: async () => {
        performed += 1
        return succeededOutcome(null)
      },
      adopt: () => {},
      record: ({ action }) => {
        throw new Error(`${action.name} was not performed.`)
      },
    })
    return performed
  }
})
