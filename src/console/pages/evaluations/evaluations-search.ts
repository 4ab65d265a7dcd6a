import { given, oneOf, type Search, text } from '../../data/search.ts'

/** State of the page of the evaluations, as in its address: the slugs of an agent and of a data set. */
export function readEvaluationsSearch(search: Search) {
  return given({ agent: text(search.agent), dataSet: text(search.dataSet) })
}

export type EvaluationsSearch = ReturnType<typeof readEvaluationsSearch>

export const resultStatuses = ['PASSED', 'FAILED', 'DIVERGED', 'ERROR'] as const

/** State of the page of one evaluation. */
export function readEvaluationSearch(search: Search) {
  return given({ status: oneOf(resultStatuses, search.status) })
}

export type EvaluationSearch = ReturnType<typeof readEvaluationSearch>
