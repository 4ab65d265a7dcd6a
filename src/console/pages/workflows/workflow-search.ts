import { given, number, oneOf, type Search, text } from '../../data/search.ts'

export const workflowTabs = ['plan', 'definition', 'versions', 'runs'] as const

/** State of the page of a workflow, as in its address. */
export interface WorkflowSearch {
  readonly tab?: (typeof workflowTabs)[number]
  /** Number of the version. The newest one where it is absent. */
  readonly version?: number
  /** Name of the action that is open beside the plan. */
  readonly action?: string
}

export function readWorkflowSearch(search: Search): WorkflowSearch {
  return given({
    tab: oneOf(workflowTabs, search.tab),
    version: number(search.version),
    action: text(search.action),
  })
}
