/** Thrown instead of asking a model: what is left of a budget does not hold the worst case of the call (LIM-9). */
export class BudgetSpent extends Error {
  override readonly name = 'BudgetSpent'
  readonly reason: 'COST_LIMIT' | 'TOKEN_LIMIT'

  constructor(reason: 'COST_LIMIT' | 'TOKEN_LIMIT') {
    super('The budget does not hold another model call.')
    this.reason = reason
  }
}
