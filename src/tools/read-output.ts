import { z } from 'zod'
import { RungraphError } from '../domain/errors.ts'
import { lastWhole, nextWhole } from '../domain/text/whole-character.ts'
import { defineTool } from './define-tool.ts'

/**
 * The tool `read_output`: reads on in a result that the context shows in part only (CTX-3). Offered where there is one, even if the agent
 * does not name it. Its result fits the context whole, so that it is never itself a result to read on in.
 * @throws OUTPUT_UNKNOWN for an id that is no result of this run or its session
 */
export const readOutputTool = defineTool({
  name: 'read_output',
  description:
    'Reads a stored result of which you have seen only the beginning and the end. Without `query`: returns a part of it, from `offset`. With `query`: returns the matches of that text with the lines around them.',
  input: z.object({
    reference: z.string().max(200).describe('The reference that the shown result gives.'),
    offset: z.int().min(0).default(0).describe('The character to begin at, from 0.'),
    length: z.int().min(1).optional().describe('Maximum number of characters. Default: as many as fit.'),
    query: z.string().min(1).max(200).optional().describe('Text to search for; letter case is ignored.'),
  }),
  effect: 'read',
  async execute({ reference, offset, length, query }, context) {
    const text = await context.readOutput(reference.trim())
    if (text === null) throw new RungraphError('OUTPUT_UNKNOWN', { reference })
    const most = Math.max(1, context.maxResultChars - headingChars)
    return query === undefined
      ? part(text, offset, Math.min(length ?? most, most))
      : matches(text, query, { offset, most })
  },
})

/** Maximum length of the line above the text. */
const headingChars = 90

/** The text from `offset`, with the offset of the rest. */
function part(text: string, offset: number, most: number): string {
  const { length } = text
  if (offset >= length) return `[nothing from ${offset} on: there are ${length} characters in all]`
  const from = nextWhole(text, offset)
  const to = endOfPart(text, from, most)
  const rest = to === length ? 'that is the end' : `go on with offset ${to}`
  return `[characters ${from} to ${to} of ${length}; ${rest}]\n${text.slice(from, to)}`
}

/** At the end of a character, and of at least one. */
function endOfPart(text: string, from: number, most: number): number {
  const end = Math.min(text.length, from + most)
  const last = lastWhole(text, end)
  return last > from ? last : nextWhole(text, end)
}

/** Number of characters that are shown around a match in long lines. */
const aroundChars = 200

/** Returns the matches of the query from `offset` on, each with its line and the lines next to it, as many as fit. */
function matches(text: string, query: string, { offset, most }: { offset: number; most: number }): string {
  const pattern = new RegExp(query.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'), 'gi')
  const shown: string[] = []
  let rest = 'no more after them'
  let room = most
  pattern.lastIndex = offset
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const { excerpt, end } = excerptAt(text, { start: match.index, end: pattern.lastIndex }, most)
    if (excerpt.length > room) {
      rest = `go on with offset ${match.index}`
      break
    }
    shown.push(excerpt)
    room -= excerpt.length
    // Matches within the excerpt are not shown again.
    pattern.lastIndex = Math.max(pattern.lastIndex, end - query.length + 1)
  }
  if (shown.length === 0) return `[not found from character ${offset} to the end at ${text.length}]`
  return `[found in ${text.length} characters; ${rest}]${shown.join('')}`
}

/** A match with the lines around it, after `@` and where this text begins; at most `most` characters. */
function excerptAt(text: string, match: Record<'start' | 'end', number>, most: number) {
  const room = most - `\n@${text.length}: `.length
  const around = Math.min(aroundChars, Math.max(0, Math.floor((room - (match.end - match.start)) / 2)))
  const lineBefore = text.lastIndexOf('\n', text.lastIndexOf('\n', match.start - 1) - 1) + 1
  const lineAfter = endOfLine(text, endOfLine(text, match.end) + 1)
  const start = lastWhole(text, Math.min(match.start, Math.max(lineBefore, match.start - around)))
  const end = lastWhole(text, Math.min(lineAfter, match.end + around, start + room))
  return { excerpt: `\n@${start}: ${text.slice(start, end)}`, end }
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end < 0 ? text.length : end
}
