import { fc, test } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { readOutputTool } from '../../src/tools/read-output.ts'
import { context, failureOf, problemsOf } from './call-tool.ts'

interface Asked {
  readonly offset?: number
  readonly length?: number
  readonly query?: string
}

/** Reads in a stored text, as a model does. */
async function read(text: string, asked: Asked = {}, maxResultChars = 16_000): Promise<string> {
  const checked = await readOutputTool.check({ reference: 'ref', ...asked })
  if (!checked.ok) throw new Error(checked.problems.join('; '))
  const readOutput = async (reference: string) => (reference === 'ref' ? text : null)
  return String(await readOutputTool.execute(checked.value, { ...context, maxResultChars, readOutput }))
}

/** The offset to go on with, as the answer says it. */
function nextOf(answer: string): number | null {
  const next = /^\[.*go on with offset (\d+)\]/.exec(answer)?.[1]
  return next === undefined ? null : Number(next)
}

function bodyOf(answer: string): string {
  return answer.slice(answer.indexOf('\n') + 1)
}

const unit = fc.constantFrom('😀', 'ü', '\n', 'a', 'b', ' ')
const text = fc.string({ unit, minLength: 1, maxLength: 1_500 })
const most = fc.integer({ min: 200, max: 500 })

describe('read_output', () => {
  test.prop([text, most])(
    'CTX-3 read from part to part gives the whole, each part within its bound',
    async (whole, maxChars) => {
      let parts = ''
      for (let offset: number | null = 0; offset !== null; ) {
        const answer = await read(whole, { offset }, maxChars)
        expect(answer.length).toBeLessThanOrEqual(maxChars)
        expect(answer.isWellFormed()).toBe(true)
        parts += bodyOf(answer)
        offset = nextOf(answer)
      }
      expect(parts).toBe(whole)
    },
  )

  test.prop([text, most, fc.constantFrom('a', 'ab', '\n', '😀', 'B A')])(
    'CTX-3 a query finds every place, read from page to page, each within its bound',
    async (whole, maxChars, query) => {
      const wanted = [...whole.matchAll(new RegExp(query, 'gi'))].map((match) => match.index)
      const covered: (readonly [number, number])[] = []
      for (let offset: number | null = 0; offset !== null; ) {
        const answer = await read(whole, { offset, query }, maxChars)
        expect(answer.length).toBeLessThanOrEqual(maxChars)
        for (const [, at, shown = ''] of answer.matchAll(/\n@(\d+): ((?:(?!\n@\d+: ).)*)/gsu)) {
          expect(whole.startsWith(shown, Number(at))).toBe(true)
          covered.push([Number(at), Number(at) + shown.length])
        }
        offset = nextOf(answer)
      }
      for (const place of wanted) {
        expect(covered.some(([from, to]) => from <= place && place + query.length <= to)).toBe(true)
      }
    },
  )

  test('CTX-3 has its position and the remaining length', async () => {
    const whole = 'x'.repeat(1_000)
    expect(await read(whole, { offset: 900, length: 50 })).toBe(
      `[characters 900 to 950 of 1000; go on with offset 950]\n${'x'.repeat(50)}`,
    )
    expect(await read(whole, { offset: 950 })).toBe(
      `[characters 950 to 1000 of 1000; that is the end]\n${'x'.repeat(50)}`,
    )
    expect(await read(whole, { offset: 1_000 })).toBe(
      '[nothing from 1000 on: there are 1000 characters in all]',
    )
  })

  test('CTX-3 shows the lines around a match, in any case, taken literally', async () => {
    const whole = 'one\ntwo\nthree.\nfour\nfive\nsix\nTHREE.\n'
    expect(await read(whole, { query: 'Three.' })).toBe(
      '[found in 36 characters; no more after them]\n@4: two\nthree.\nfour\n@25: six\nTHREE.\n',
    )
    expect(await read(whole, { query: 'x.*' })).toBe('[not found from character 0 to the end at 36]')
  })

  test('CTX-3 shows some characters around a match in a long line', async () => {
    const answer = await read(`${'-'.repeat(5_000)}needle${'-'.repeat(5_000)}`, { query: 'needle' })
    expect(answer).toBe(
      `[found in 10006 characters; no more after them]\n@4800: ${'-'.repeat(200)}needle${'-'.repeat(200)}`,
    )
  })

  test('CTX-3 refuses a reference that the conversation does not have', async () => {
    const call = () => readOutputTool.execute({ reference: 'other', offset: 0 }, context)
    expect(await failureOf(call)).toEqual({
      code: 'OUTPUT_UNKNOWN',
      message: 'No stored result "other" in this conversation. Use a reference from an earlier result.',
    })
  })

  test('TAS-4 says which argument does not fit', async () => {
    expect(await problemsOf(readOutputTool, { reference: 'r', offset: -1, length: 0, query: '' })).toEqual([
      expect.stringMatching(/^\/offset: /),
      expect.stringMatching(/^\/length: /),
      expect.stringMatching(/^\/query: /),
    ])
  })
})
