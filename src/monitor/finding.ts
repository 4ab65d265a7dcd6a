import { quoted } from '../domain/text/foreign-text.ts'
import type { EndedCall } from './ended-call.ts'
import { callWindow, identicalErrors, nearIdentical } from './repeats.ts'

/** Something that goes wrong in a run, and how far it has come. */
export interface RunFinding {
  readonly kind: keyof typeof rules
  /** Whether it escalates to a human. */
  readonly isSevere: boolean
  /** For a person: the repeated call or error, and its count. */
  readonly message: string
}

interface Findable {
  readonly ended: readonly EndedCall[]
  readonly stall: Stall
}

interface Rule {
  readonly measure: (observed: Findable) => { readonly count: number; readonly message: string }
  /** From this count on it is warned of. */
  readonly warnAt: number
  /** From this count on a human is asked for. */
  readonly escalateAt: number
  /** Up to this count it is over, so that one more at the border is not news again. */
  readonly overAt: number
}

const calls = { warnAt: 5, escalateAt: callWindow, overAt: 2 } as const

/** LIM-8: the patterns that are detected, with their thresholds. */
const rules = {
  NEAR_IDENTICAL: { ...calls, measure: measureCalls },
  IDENTICAL_ERRORS: { ...calls, measure: measureErrors },
  NO_PROGRESS: { warnAt: 5, escalateAt: 10, overAt: 0, measure: measureProgress },
} as const satisfies Readonly<Record<string, Rule>>

const kinds = ['NEAR_IDENTICAL', 'IDENTICAL_ERRORS', 'NO_PROGRESS'] as const

export function findings(observed: Findable): readonly RunFinding[] {
  return kinds.flatMap((kind) => {
    const { measure, warnAt, escalateAt } = rules[kind]
    const { count, message } = measure(observed)
    return count < warnAt ? [] : [{ kind, isSevere: count >= escalateAt, message }]
  })
}

/** Whether the condition of a finding still holds. */
export function isLasting(kind: RunFinding['kind'], observed: Findable): boolean {
  const { measure, overAt } = rules[kind]
  return measure(observed).count > overAt
}

/** The code of the warning of such a finding. */
export function codeOf(kind: RunFinding['kind']): string {
  return `MONITOR_${kind}`
}

/** The code of the warning that a human is asked for. */
export const escalationCode = 'MONITOR_ESCALATED'

export function kindOfCode(code: string): RunFinding['kind'] | null {
  return kinds.find((kind) => codeOf(kind) === code) ?? null
}

function measureCalls({ ended }: Findable) {
  const { count, call } = nearIdentical(ended)
  const message = `${call?.print.target} was called with nearly the same arguments in ${count} of the last ${ended.length} actions, and the same came of it.`
  return { count, message }
}

function measureErrors({ ended }: Findable) {
  const { count, call } = identicalErrors(ended)
  const message = `${count} of the last ${ended.length} actions failed with the same error: ${quoted(call?.error ?? '')}`
  return { count, message }
}

function measureProgress({ stall }: Findable) {
  const message = `Progress has stood at ${stall.since} for ${stall.steps} judged steps.`
  return { count: stall.steps, message }
}

/** Time for which progress has not changed. */
export interface Stall {
  /** Progress when it last changed; `null` before it was first judged. */
  readonly since: number | null
  /** The judged steps after that one. */
  readonly steps: number
  /** The last judged step: its validation and its completion may both have its progress. */
  readonly stepNumber: number | null
}

export const initialStall: Stall = { since: null, steps: 0, stepNumber: null }

/** A smaller change is none; slow progress adds up to one. */
const smallestChange = 0.01

export function afterStep(stall: Stall, stepNumber: number | null, progress: number | null): Stall {
  if (progress === null || stepNumber === stall.stepNumber) return stall
  const { since } = stall
  // Rounded, so that the step from 0.3 to 0.31 is not slightly more than 0.01.
  const hasMoved = since === null || Math.round(Math.abs(progress - since) * 1e6) > smallestChange * 1e6
  return hasMoved ? { since: progress, steps: 0, stepNumber } : { since, steps: stall.steps + 1, stepNumber }
}
