import { fc, test } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { noRedaction } from '../../../../src/domain/redaction.ts'
import type { ActionRow } from '../../../../src/domain/run-log.ts'
import { blankAction } from '../../../../src/engine/actions/plan-tool-calls.ts'
import {
  collectReports,
  reportsAudit,
  reportsOf,
  type ToolReports,
} from '../../../../src/engine/run/action-result.ts'

function actionWith(reports: ToolReports, audit: ActionRow['audit'] = {}): ActionRow {
  const place = {
    id: 'a',
    projectId: 'p',
    runId: 'r',
    stepId: 's',
    position: 0,
    name: 'work',
    target: 'work',
  }
  const row = { parameters: {}, callId: null, effect: null, audit: { ...audit, ...reportsAudit(reports) } }
  return { ...blankAction, ...place, ...row }
}

function collect(report: (to: ReturnType<typeof collectReports>) => void, maxBytes = 1_000): ToolReports {
  const reports = collectReports(maxBytes, noRedaction)
  report(reports)
  return reports.reports()
}

describe('reports of tools', () => {
  test('JDG-2 is kept on the action as it was given, and read back from there', () => {
    const reports = collect((to) => {
      to.reportTests({ passed: 1, failed: 2 })
      to.reportTests({ passed: 1, failed: 2, coverage: 0.5 })
      to.addArtifact('a', { deep: [1] })
      to.addArtifact('b', undefined)
    })
    const action = actionWith(reports, { decision: 'ALLOW' })
    expect(action.audit).toEqual({
      decision: 'ALLOW',
      tests: [
        { passed: 1, failed: 2 },
        { passed: 1, failed: 2, coverage: 0.5 },
      ],
      artifacts: { a: { deep: [1] }, b: null },
    })
    expect(reportsOf([action])).toEqual(reports)
  })

  test('JDG-2 nothing reported leaves no trace', () => {
    expect(reportsAudit(collect(() => undefined))).toEqual({})
    expect(reportsAudit(undefined)).toEqual({})
    expect(reportsOf([{ ...actionWith({ tests: [], artifacts: {} }), audit: {} }])).toEqual({
      tests: [],
      artifacts: {},
    })
  })

  test('JDG-2 of two artifacts of one name the later stands', () => {
    const one = actionWith(collect((to) => to.addArtifact('a', 1)))
    const two = actionWith(collect((to) => to.addArtifact('a', 2)))
    expect(reportsOf([one, two]).artifacts).toEqual({ a: 2 })
  })

  test.each([
    ['passed that is no count', { passed: 1.5, failed: 0 }],
    ['failed below 0', { passed: 1, failed: -1 }],
    ['coverage in percent', { passed: 1, failed: 0, coverage: 80 }],
  ] as const)('JDG-2 refuses %s', (_fault, metrics) => {
    expect(() => collect((to) => to.reportTests(metrics))).toThrow(/report was refused/)
  })

  test('JDG-2 LIM-12 refuses artifacts beyond the bound, and keeps those before', () => {
    const reports = collectReports(100, noRedaction)
    reports.addArtifact('small', 'x')
    expect(() => reports.addArtifact('large', 'x'.repeat(100))).toThrow(/at most 100, and 100 bytes/)
    expect(() => reports.addArtifact('', 1)).toThrow(/name of an artifact/)
    expect(() => reports.addArtifact('n'.repeat(201), 1)).toThrow(/name of an artifact/)
    expect(reports.reports().artifacts).toEqual({ small: 'x' })
  })

  test.prop([fc.dictionary(fc.string({ minLength: 1, maxLength: 20 }), fc.jsonValue(), { maxKeys: 5 })])(
    'JDG-2 any JSON comes back as it was left',
    (artifacts) => {
      const kept = collect((to) => {
        for (const [name, value] of Object.entries(artifacts)) to.addArtifact(name, value)
      }, 1_000_000)
      expect(JSON.stringify(reportsOf([actionWith(kept)]).artifacts)).toBe(JSON.stringify(kept.artifacts))
    },
  )
})
