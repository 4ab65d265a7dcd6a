import { messageOf } from '../../domain/errors.ts'
import { waitAtMost } from '../../domain/time-limit.ts'

/** Result of a check. `off`: it is not set up, and need not be. */
export interface DoctorFinding {
  /** Subject of the check: `database`, `anthropic`. */
  readonly check: string
  readonly status: 'ok' | 'off' | 'warning' | 'broken'
  readonly text: string
  /** Remedy, as a sentence; only for `warning`, `broken` and `off`. */
  readonly remedy?: string
}

/** Results of several checks. */
export type Findings = readonly DoctorFinding[]

/**
 * One check, or several that go together. An error that it throws becomes a broken finding: the messages of the error table hold the
 * remedy.
 */
export async function runCheck(name: string, run: () => Promise<Findings>): Promise<Findings> {
  try {
    const found = await waitAtMost(checkWithinMs, run())
    return found?.result ?? [broken(name, `No answer within ${checkWithinMs / 1000} s.`)]
  } catch (error) {
    return [broken(name, messageOf(error))]
  }
}

/** The longest time of a check, in milliseconds. */
const checkWithinMs = 45_000

export function ok(check: string, text: string): DoctorFinding {
  return { check, status: 'ok', text }
}

export function off(check: string, text: string, remedy: string): DoctorFinding {
  return { check, status: 'off', text, remedy }
}

export function warning(check: string, text: string, remedy: string): DoctorFinding {
  return { check, status: 'warning', text, remedy }
}

export function broken(check: string, text: string, remedy?: string): DoctorFinding {
  return { check, status: 'broken', text, ...(remedy !== undefined && { remedy }) }
}
