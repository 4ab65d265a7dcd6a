import type { BudgetRefusal } from '../domain/budget.ts'

/** Thrown instead of asking a model: what is left of a budget does not hold the worst case of the call (LIM-9). */
export class BudgetSpent extends Error {
  override readonly name = 'BudgetSpent'
  readonly reason: BudgetRefusal['reason']

  constructor({ reason, scope }: Pick<BudgetRefusal, 'reason' | 'scope'>) {
    super(`What is left of ${whose[scope]} does not hold another model call.`)
    this.reason = reason
  }
}

const whose: Record<BudgetRefusal['scope'], string> = {
  RUN: "the run's budget",
  TREE: 'the budget of a run above this one',
  PROJECT: "the project's budget for today (UTC)",
}
