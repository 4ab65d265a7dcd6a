import { given, oneOf, type Search, text } from '../../data/search.ts'

/** What the page of the evaluations shows, as its address says. */
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

/** What the page of one evaluation shows. */
export interface EvaluationSearch {
  readonly status?: (typeof resultStatuses)[number]
}

export function readEvaluationSearch(search: Search): EvaluationSearch {
  return given({ status: oneOf(resultStatuses, search.status) })
}
