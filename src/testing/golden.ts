import assert from 'node:assert/strict'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { RunEvent } from '../domain/run-event.ts'

/** How `expectGolden` compares. */
export interface GoldenOptions {
  /** Texts, other than ids and times, that differ from one execution to the next, and their replacements, in order. Default: none. */
  readonly replace?: readonly (readonly [what: RegExp, as: string])[]
  /** Whether to write the file in place of comparing. Default: whether the variable `UPDATE_GOLDEN` is `1`. */
  readonly update?: boolean
}

/**
 * Compares the log of a run with a file of one event a line, which was reviewed before. Ids are numbered in the order in which they appear,
 * times and durations are left out, increments of one message are joined. `UPDATE_GOLDEN=1` writes the file anew: read the difference
 * before you commit it. Works in every test runner: a difference, or a missing file, throws an AssertionError.
 */
export async function expectGolden(
  run: { readonly events: readonly RunEvent[] },
  file: string | URL,
  { replace = [], update = process.env.UPDATE_GOLDEN === '1' }: GoldenOptions = {},
): Promise<void> {
  const path = file instanceof URL ? fileURLToPath(file) : file
  const lines = normalise(run.events, replace)
  if (update) {
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, lines.map((line) => `${line}\n`).join(''))
    return
  }
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    const message = `The golden log ${shownPath(path)} cannot be read. UPDATE_GOLDEN=1 writes it.`
    throw Object.assign(new assert.AssertionError({ message }), { cause: error })
  })
  const expected = text.split(/\r?\n/).filter((line) => line !== '')
  const place = lines.findIndex((line, index) => line !== expected[index])
  if (place < 0 && lines.length === expected.length) return
  const at = (place < 0 ? lines.length : place) + 1
  throw new assert.AssertionError({
    message: `The log differs from ${shownPath(path)} at line ${at}. If the change is meant, UPDATE_GOLDEN=1 writes the file anew.\n\n- ${expected[at - 1] ?? '(the log ends)'}\n+ ${lines[at - 1] ?? '(the log ends)'}`,
    actual: lines,
    expected,
    operator: 'deepStrictEqual',
  })
}

function shownPath(path: string): string {
  return relative(process.cwd(), path)
}

/** One line of JSON per event, the same each time. */
function normalise(
  events: readonly RunEvent[],
  replace: readonly (readonly [what: RegExp, as: string])[],
): readonly string[] {
  const ids = new Map<string, string>()
  const numbered = (id: string) => {
    const number = ids.get(id) ?? `id-${ids.size + 1}`
    ids.set(id, number)
    return number
  }
  return joinDeltas(events).map(({ type, stepNumber, data }) => {
    const line = JSON.stringify({ type, stepNumber, ...data })
    const replaced = replace.reduce((text, [what, as]) => text.replace(what, as), line)
    return replaced
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
