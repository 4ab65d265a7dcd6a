/** A part of an answer, as `runs.edges.*.node.id`; `*` stands for each item of a list. */
export function at(answer: unknown, path: string): unknown {
  const [key = '', ...rest] = path.split('.')
  const inner = rest.join('.')
  const follow = (value: unknown) => (inner === '' ? value : at(value, inner))
  if (key === '*') return Array.isArray(answer) ? answer.map(follow) : undefined
  const entries = typeof answer === 'object' && answer !== null ? Object.entries(answer) : []
  return follow(new Map<string, unknown>(entries).get(key))
}

/** A text in an answer. */
export function textAt(answer: unknown, path: string): string {
  return String(at(answer, path))
}
