import { writePlan } from '../graph-plan.ts'
import { executeGraphs } from './execute-graphs.ts'

/** The least that a check needs: every name known, and an order that has no cycle. */
export const open = executeGraphs((graph) => {
  const { actions } = writePlan(graph)
  return async () => {
    const placeOf = new Map(actions.map(({ name }, position) => [name, position]))
    const neededBy: number[][] = actions.map(() => [])
    for (const [position, { dependsOn }] of actions.entries())
      for (const name of dependsOn) {
        const needed = placeOf.get(name)
        if (needed === undefined) throw new Error(`There is no ${name}.`)
        neededBy[needed]?.push(position)
      }
    const openNeeds = actions.map(({ dependsOn }) => dependsOn.length)
    const order = openNeeds.flatMap((count, position) => (count === 0 ? [position] : []))
    for (const position of order)
      for (const waiting of neededBy[position] ?? []) {
        const left = (openNeeds[waiting] ?? 0) - 1
        openNeeds[waiting] = left
        if (left === 0) order.push(waiting)
      }
    return order.length
  }
})
