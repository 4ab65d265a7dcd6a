import type { Done, Extent, OpenContender } from '../contender.ts'
import { type GraphNode, layeredGraph } from '../layered-graph.ts'

/** How a contender of work E executes a graph, made ready once; gives how many actions it performed. */
export type Prepare = (graph: readonly GraphNode[]) => () => Promise<number>

/** Executes one graph again and again, and counts actions. */
export function executeGraphs(prepare: Prepare): OpenContender {
  return async () => ({ measure: (extent) => measure(prepare, extent), close: async () => {} })
}

async function measure(prepare: Prepare, { size, ms }: Extent): Promise<Done> {
  const execute = prepare(layeredGraph(size))
  const begin = performance.now()
  let count = 0
  while (performance.now() - begin < ms) {
    const performed = await execute()
    if (performed !== size) throw new Error(`${performed} of ${size} actions were performed.`)
    count += performed
  }
  return { count, ms: performance.now() - begin }
}
