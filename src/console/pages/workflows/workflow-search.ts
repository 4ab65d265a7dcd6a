import { number, oneOf, reader, text } from '../../data/search.ts'

const workflowTabs = ['plan', 'definition', 'versions', 'runs'] as const

/** State of the page of a workflow, as in its address. */
export const readWorkflowSearch = reader((search) => ({
  tab: oneOf(workflowTabs, search.tab),
  /** Number of the version. The newest one where it is absent. */
  version: number(search.version),
  /** Name of the action that is open beside the plan. */
  action: text(search.action),
}))

export type WorkflowSearch = ReturnType<typeof readWorkflowSearch>
