import type { JsonObject } from '../../src/domain/json.ts'
import { randomOf } from '../support/random.ts'

/** How many actions of a layer could run at once. */
const width = 100

/**
 * A layered random graph, the same at each call: what each position depends on, one to three of the layer before. The first layer
 * depends on nothing.
 */
export function layeredNeeds(count: number): readonly (readonly number[])[] {
  const random = randomOf(count)
  return Array.from({ length: count }, (_, position) => {
    const layer = Math.floor(position / width)
    if (layer === 0) return []
    const needs = new Set<number>()
    const wanted = 1 + Math.floor(random() * 3)
    while (needs.size < wanted) needs.add((layer - 1) * width + Math.floor(random() * width))
    return [...needs]
  })
}

/** The same graph as a caller writes a plan. */
export function layeredPlan(count: number): JsonObject {
  const nameOf = (position: number) => `action-${position}`
  const actions = layeredNeeds(count).map((needs, position) => ({
    ...{ name: nameOf(position), type: 'TOOL', target: 'note', parameters: { position } },
    dependsOn: needs.map(nameOf),
  }))
  return { actions }
}
