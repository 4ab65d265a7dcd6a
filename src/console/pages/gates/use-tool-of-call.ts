import { useQuery } from 'urql'
import {
  type ActionType,
  type GateShownFragment,
  ToolOfCallDocument,
  type ToolOfCallQuery,
} from '../../../generated/console/graphql.ts'

type Tool = ToolOfCallQuery['tools'][number]

/** The tool that an action calls; nothing where it calls something else, or a tool that the server no longer has. */
export function useTool(type: ActionType | undefined, target: string | undefined): Tool | undefined {
  const name = type === 'TOOL' && target ? target : ''
  const [{ data }] = useQuery({ query: ToolOfCallDocument, variables: { name }, pause: name === '' })
  return name === '' ? undefined : data?.tools.find((tool) => tool.name === name)
}

/** The tool that the call of a gate names. */
export function useToolOfCall({ context }: Pick<GateShownFragment, 'context'>): Tool | undefined {
  const call = context.__typename === 'CallContext' ? context : undefined
  return useTool(call?.type, call?.target)
}
