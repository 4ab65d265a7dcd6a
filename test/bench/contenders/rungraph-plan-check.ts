import { checkWritten, writePlan } from '../graph-plan.ts'
import { executeGraphs } from './execute-graphs.ts'

/** Parsing and checking a plan. */
export const open = executeGraphs((graph) => {
  const written = writePlan(graph)
  return async () => checkWritten(written).nodes.length
})
