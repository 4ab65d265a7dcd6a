import { oneOf, reader, text } from '../../data/search.ts'

/** State of the page of the evaluations, as in its address: the slugs of an agent and of a data set. */
export const readEvaluationsSearch = reader((search) => ({
  agent: text(search.agent),
  dataSet: text(search.dataSet),
}))

export type EvaluationsSearch = ReturnType<typeof readEvaluationsSearch>

export const resultStatuses = ['PASSED', 'FAILED', 'DIVERGED', 'ERROR'] as const

/** State of the page of one evaluation. */
export const readEvaluationSearch = reader((search) => ({ status: oneOf(resultStatuses, search.status) }))

export type EvaluationSearch = ReturnType<typeof readEvaluationSearch>
