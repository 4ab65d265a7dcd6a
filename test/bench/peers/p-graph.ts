import { type DependencyList, PGraph } from 'p-graph'
import { executeGraphs } from '../contenders/execute-graphs.ts'
import { maxParallel } from '../layered-graph.ts'

/** p-graph: a promise each. It keeps no state between runs, so that one graph can be run again. */
export const open = executeGraphs((graph) => {
  let performed = 0
  const run = async () => {
    performed += 1
  }
  const nodes = new Map(graph.map(({ name }) => [name, { run }]))
  const dependencies: DependencyList = graph.flatMap(({ name, dependsOn }) =>
    dependsOn.map((needed): [string, string] => [graph[needed]?.name ?? '', name]),
  )
  return async () => {
    performed = 0
    await new PGraph(nodes, dependencies).run({ concurrency: maxParallel })
    return performed
  }
})
