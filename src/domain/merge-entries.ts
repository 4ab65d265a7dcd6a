import type { CommitContent } from './run-log.ts'

/**
 * What several entries of one run write, in their order, as one; whatever else the first has stays. One statement may touch a row once
 * only: the last state of each wins.
 */
export function mergeEntries<Entry extends Partial<CommitContent>>(
  first: Entry,
  others: readonly Entry[],
): Entry {
  if (others.length === 0) return first
  const entries = [first, ...others]
  const merged: { -readonly [Part in keyof CommitContent]?: CommitContent[Part] } = {}
  // Each list is made once, however many entries there are.
  const all = <Row>(rowsOf: (entry: Entry) => readonly Row[] | undefined): readonly Row[] | undefined => {
    let only: readonly Row[] | undefined
    let together: Row[] | undefined
    for (const entry of entries) {
      const rows = rowsOf(entry)
      if (rows === undefined || rows.length === 0) continue
      if (only === undefined) only = rows
      else if (together === undefined) together = [...only, ...rows]
      else for (const row of rows) together.push(row)
    }
    return together ?? only
  }
  const set = <Part extends keyof CommitContent>(part: Part, value: CommitContent[Part] | undefined) => {
    if (value !== undefined) merged[part] = value
  }
  set(
    'events',
    all(({ events }) => events),
  )
  set('run', lastColumns(entries.flatMap(({ run }) => run ?? [])))
  set('steps', lastOfEach(all(({ steps }) => steps)))
  set('actions', lastOfEach(all(({ actions }) => actions)))
  set(
    'attempts',
    all(({ attempts }) => attempts),
  )
  set(
    'messages',
    all(({ messages }) => messages),
  )
  set(
    'modelCalls',
    all(({ modelCalls }) => modelCalls),
  )
  set(
    'compactions',
    all(({ compactions }) => compactions),
  )
  set(
    'prompts',
    all(({ prompts }) => prompts),
  )
  set('gates', lastOfEach(all(({ gates }) => gates)))
  set(
    'secrets',
    all(({ secrets }) => secrets),
  )
  return { ...first, ...merged }
}

function lastColumns(
  patches: readonly NonNullable<CommitContent['run']>[],
): CommitContent['run'] | undefined {
  return patches.length > 1 ? Object.assign({}, ...patches) : patches[0]
}

function lastOfEach<Row extends { readonly id: string }>(
  rows: readonly Row[] | undefined,
): readonly Row[] | undefined {
  if (rows === undefined || rows.length < 2) return rows
  return [...new Map(rows.map((row) => [row.id, row])).values()]
}
