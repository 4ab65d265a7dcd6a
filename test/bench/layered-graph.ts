/** An action of a graph, by its place in it; what it depends on stands before it. */
export interface GraphNode {
  readonly name: string
  readonly dependsOn: readonly number[]
}

/** How many actions may run at a time in work E. */
export const maxParallel = 64

/** A random graph in layers of 1 to 100 actions, each depending on one to three of the layer before: the same for the same `size`. */
export function layeredGraph(size: number): readonly GraphNode[] {
  const random = generator(size)
  const nodes: GraphNode[] = []
  let before: readonly number[] = []
  while (nodes.length < size) {
    const width = Math.min(1 + Math.floor(random() * 100), size - nodes.length)
    const layer = Array.from({ length: width }, (_, place) => nodes.length + place)
    for (const position of layer) {
      const wanted = before.length === 0 ? 0 : 1 + Math.floor(random() * 3)
      const picks = Array.from({ length: wanted }, () => before[Math.floor(random() * before.length)] ?? 0)
      nodes.push({ name: `a${position}`, dependsOn: [...new Set(picks)] })
    }
    before = layer
  }
  return nodes
}

/** Numbers from 0 to below 1 (mulberry32). */
function generator(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
