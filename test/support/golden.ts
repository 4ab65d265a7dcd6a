import { readFile, writeFile } from 'node:fs/promises'
import { expect } from 'vitest'
import type { RunEvent } from '../../src/domain/run-event.ts'

/**
 * Whole logs, as they were looked at and found right. Ids are numbered in the order in which they appear, times are left out,
 * deltas of one message are joined. After a change that is meant, write them anew and read the diff: `UPDATE_GOLDEN=1 npm test`.
 */
const isUpdate = process.env.UPDATE_GOLDEN === '1'

/** Compares a log with `test/golden/<name>.golden.jsonl`; `names` replaces what differs from one execution to the next. */
export async function expectGolden(
  name: string,
  events: readonly RunEvent[],
  names: readonly (readonly [what: RegExp, as: string])[] = [],
): Promise<void> {
  const lines = `${normalise(events, names).join('\n')}\n`
  const file = new URL(`../golden/${name}.golden.jsonl`, import.meta.url)
  if (isUpdate) await writeFile(file, lines)
  expect(lines.split('\n')).toEqual((await readFile(file, 'utf8')).split('\n'))
}

/** One line of JSON per event, the same each time. */
function normalise(
  events: readonly RunEvent[],
  names: readonly (readonly [what: RegExp, as: string])[],
): readonly string[] {
  const ids = new Map<string, string>()
  const numbered = (id: string) => {
    const number = ids.get(id) ?? `id-${ids.size + 1}`
    ids.set(id, number)
    return number
  }
  return joinDeltas(events).map(({ type, stepNumber, data }) => {
    const line = JSON.stringify({ type, stepNumber, ...data })
    const named = names.reduce((text, [what, as]) => text.replace(what, as), line)
    return named
      .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, numbered)
      .replace(/"durationMs":\d+/g, '"durationMs":0')
  })
}

/** Joins deltas: their boundaries depend on the pace of the machine, their text does not. */
function joinDeltas(events: readonly RunEvent[]): readonly RunEvent[] {
  const joined: RunEvent[] = []
  for (const event of events) {
    const last = joined.at(-1)
    const both = last && join(last, event)
    if (both) joined[joined.length - 1] = both
    else joined.push(event)
  }
  return joined
}

function join(first: RunEvent, next: RunEvent): RunEvent | null {
  if (first.type === 'TextDelta' && next.type === 'TextDelta' && isOneStream(first.data, next.data))
    return { ...first, data: { ...first.data, text: first.data.text + next.data.text } }
  if (first.type === 'ReasoningDelta' && next.type === 'ReasoningDelta' && isOneStream(first.data, next.data))
    return { ...first, data: { ...first.data, text: first.data.text + next.data.text } }
  return null
}

interface Delta {
  readonly messageId: string
  readonly offset: number
  readonly text: string
}

function isOneStream(first: Delta, next: Delta): boolean {
  return first.messageId === next.messageId && next.offset === first.offset + first.text.length
}
