import { useQuery } from 'urql'
import { SessionAgentsDocument } from '../../../generated/console/graphql.ts'
import type { Option } from '../../ui/field.tsx'

/** The first hundred agents of the project to choose from, by slug. */
export function useAgentChoices(): readonly Option<string>[] {
  const [{ data }] = useQuery({ query: SessionAgentsDocument })
  return (data?.agents.edges ?? []).map(({ node: { slug, name } }) => ({ value: slug, label: name }))
}
