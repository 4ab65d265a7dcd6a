import type { AgentFilter, AgentOrder } from '../../../generated/console/graphql.ts'
import { given, oneOf, type Search, text } from '../../data/search.ts'

export const agentOrders = ['NAME', 'UPDATED', 'CREATED'] as const

/** State of the page of the agents, as in its address. */
export function readAgentsSearch(search: Search) {
  return given({
    search: text(search.search),
    show: oneOf(['archived', 'all'], search.show),
    /** Name of a tool that the agents may call. */
    tool: text(search.tool),
    order: oneOf(agentOrders, search.order),
  })
}

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
export function readAgentSearch(search: Search) {
  const version = (value: unknown) =>
    Number.isInteger(Number(value)) && Number(value) > 0 ? Number(value) : undefined
  return given({
    tab: oneOf(agentTabs, search.tab),
    /** How the definition is edited: `form`, or the whole of it as JSON. */
    as: oneOf(['json'], search.as),
    /** The versions that are compared. */
    from: version(search.from),
    to: version(search.to),
    /** Whether the form to trigger a run is open. */
    trigger: search.trigger === true ? (true as const) : undefined,
  })
}
