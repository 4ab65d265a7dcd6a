import type { NewEvent } from '../domain/run-event.ts'
import type { ModelCallRow } from '../domain/run-log.ts'
import { requestsOf, usageOf } from './run-state.ts'

/** Says what an answered model call used. */
export function usageEvent(stepNumber: number, row: ModelCallRow): NewEvent {
  const { provider, model, costUsd } = row
  const usage = usageOf({ ...requestsOf(row), tokens: row, costUsd })
  return { type: 'UsageReported', stepNumber, data: { provider, model, usage } }
}
