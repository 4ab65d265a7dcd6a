import type { AgentFilter, AgentOrder } from '../../../generated/console/graphql.ts'
import { flag, numberIn, oneOf, reader, text } from '../../data/search.ts'
import { versionBounds } from '../runs/runs-search.ts'

export const agentOrders = ['NAME', 'UPDATED', 'CREATED'] as const

/** State of the page of the agents, as in its address. */
export const readAgentsSearch = reader((search) => ({
  search: text(search.search),
  show: oneOf(['archived', 'all'], search.show),
  /** Name of a tool that the agents may call. */
  tool: text(search.tool),
  order: oneOf(agentOrders, search.order),
}))

export type AgentsSearch = ReturnType<typeof readAgentsSearch>

/** The filter and the order of the API for a view. */
export function toAgentsVariables({ search, show, tool, order = 'NAME' }: AgentsSearch): {
  readonly filter: AgentFilter
  readonly orderBy: AgentOrder
} {
  return {
    filter: {
      archived: show === 'archived' ? 'ARCHIVED' : show === 'all' ? 'ANY' : 'ACTIVE',
      ...(search && { search }),
      ...(tool && { tool }),
    },
    orderBy: orders[order],
  }
}

const orders: Readonly<Record<(typeof agentOrders)[number], AgentOrder>> = {
  NAME: { field: 'NAME', direction: 'ASC' },
  UPDATED: { field: 'UPDATED_AT', direction: 'DESC' },
  CREATED: { field: 'CREATED_AT', direction: 'DESC' },
}

const agentTabs = ['overview', 'versions', 'edit', 'tools', 'permission', 'bindings'] as const

export type AgentTab = (typeof agentTabs)[number]

/** State of the page of an agent, as in its address. */
export const readAgentSearch = reader((search) => ({
  tab: oneOf(agentTabs, search.tab),
  /** How the definition is edited: `form`, or the whole of it as JSON. */
  as: oneOf(['json'], search.as),
  /** The versions that are compared. */
  from: numberIn(versionBounds, search.from),
  to: numberIn(versionBounds, search.to),
  /** Whether the form to trigger a run is open. */
  trigger: flag(search.trigger),
}))
