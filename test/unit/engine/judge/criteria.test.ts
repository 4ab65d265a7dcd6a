import { fc, test } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import {
  areMet,
  criteriaFormat,
  criteriaQuestion,
  readCriteria,
  unmetCriteria,
} from '../../../../src/engine/judge/criteria.ts'
import { jsonSchemas } from '../../../../src/tools/json-schema-check.ts'

const met = { met: true, evidence: 'Seen.' }

const unmet = { met: false, evidence: 'No sources are named.' }

const acceptanceCriteria = ['It is written.', 'It names its sources.']

describe('acceptance criteria', () => {
  test('JDG-1 are met when each is, and none is where nobody judged', () => {
    expect(areMet([met, met])).toBe(true)
    expect(areMet([met, unmet])).toBe(false)
    expect(areMet([])).toBe(false)
    expect(areMet(null)).toBe(false)
  })

  test('LOOP-4 unmet criteria are listed with the missing part; the others are not', () => {
    const text = unmetCriteria({ judgement: { criteria: [met, unmet] } }, { acceptanceCriteria })?.text
    expect(text).toContain('- It names its sources. (No sources are named.)')
    expect(text).not.toContain('It is written.')
  })

  test('LOOP-4 an answer is not held back where all are met, or where nobody could judge', () => {
    expect(unmetCriteria({ judgement: { criteria: [met, met] } }, { acceptanceCriteria })).toBeNull()
    expect(unmetCriteria({ judgement: { criteria: null } }, { acceptanceCriteria })).toBeNull()
    expect(unmetCriteria({ judgement: { criteria: null } }, { acceptanceCriteria: [] })).toBeNull()
  })

  test('JDG-2 the question names each criterion in its place', () => {
    const question = criteriaQuestion(acceptanceCriteria, '<goal>Write.</goal>')
    expect(question).toMatch(/<goal>Write\.<\/goal>[\s\S]*1\. It is written\.\n2\. It names its sources\./)
  })

  test('JDG-2 met criteria are whole progress, whatever number comes with them', () => {
    const said = { criteria: [met, met], progress: 0.2 }
    expect(readCriteria(said, acceptanceCriteria)).toEqual({ criteria: [met, met], progress: 1 })
  })

  test.prop([
    fc.array(fc.record({ met: fc.boolean(), evidence: fc.string() }), { maxLength: 5 }),
    fc.double({ min: -2, max: 2, noNaN: true }),
  ])(
    'JDG-2 a valid judgement is read: one verdict for each criterion, progress 0 to 1',
    async (criteria, progress) => {
      const said = { criteria, progress }
      expect((await jsonSchemas.check(criteriaFormat.schema)(said)).ok).toBe(true)
      const judged = readCriteria(said, acceptanceCriteria)
      expect(judged.criteria).toHaveLength(2)
      expect(judged.progress >= 0 && judged.progress <= 1).toBe(true)
      expect(areMet(judged.criteria)).toBe(
        criteria.length >= 2 && criteria.slice(0, 2).every((one) => one.met),
      )
    },
  )
})
