import { type GraphNode, maxParallel } from '../layered-graph.ts'
import { executeGraphs } from './execute-graphs.ts'

/** The least that keeps the order: a count of open dependencies each, and a queue. */
export const open = executeGraphs((graph) => {
  const neededBy: number[][] = graph.map(() => [])
  for (const [position, { dependsOn }] of graph.entries())
    for (const needed of dependsOn) neededBy[needed]?.push(position)
  return () => execute(graph, neededBy)
})

function execute(graph: readonly GraphNode[], neededBy: readonly (readonly number[])[]): Promise<number> {
  const openNeeds = graph.map(({ dependsOn }) => dependsOn.length)
  const ready = openNeeds.flatMap((count, position) => (count === 0 ? [position] : []))
  const { promise, resolve } = Promise.withResolvers<number>()
  let next = 0
  let running = 0
  let performed = 0

  function start(): void {
    while (running < maxParallel && next < ready.length) {
      running += 1
      void perform(ready[next++] ?? 0)
    }
    if (running === 0) resolve(performed)
  }

  async function perform(position: number): Promise<void> {
    await noop()
    performed += 1
    running -= 1
    for (const waiting of neededBy[position] ?? []) {
      const left = (openNeeds[waiting] ?? 0) - 1
      openNeeds[waiting] = left
      if (left === 0) ready.push(waiting)
    }
    start()
  }

  start()
  return promise
}

async function noop(): Promise<void> {}
