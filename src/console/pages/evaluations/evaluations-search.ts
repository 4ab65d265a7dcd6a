import { given, oneOf, type Search, text } from '../../data/search.ts'

/** State of the page of the evaluations, as in its address. */
export interface EvaluationsSearch {
  /** Slug of an agent. */
  readonly agent?: string
  /** Slug of a data set. */
  readonly dataSet?: string
}

export function readEvaluationsSearch(search: Search): EvaluationsSearch {
  return given({ agent: text(search.agent), dataSet: text(search.dataSet) })
}

export const resultStatuses = ['PASSED', 'FAILED', 'DIVERGED', 'ERROR'] as const

/** State of the page of one evaluation. */
export interface EvaluationSearch {
  readonly status?: (typeof resultStatuses)[number]
}

export function readEvaluationSearch(search: Search): EvaluationSearch {
  return given({ status: oneOf(resultStatuses, search.status) })
}
