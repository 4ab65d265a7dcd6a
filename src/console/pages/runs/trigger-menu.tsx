import { useNavigate } from '@tanstack/react-router'
import { Play } from 'lucide-react'
import { useQuery } from 'urql'
import { AgentChoicesDocument } from '../../../generated/console/graphql.ts'
import { Button } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'

/** The agents that a run can be triggered of; each leads to its form. */
export function TriggerMenu() {
  const navigate = useNavigate()
  const [{ data }] = useQuery({ query: AgentChoicesDocument })
  const choices = (data?.agents.nodes ?? []).map(({ slug, name }) => ({
    id: slug,
    label: name,
    act: () =>
      void navigate({ to: '/agents/$agentId', params: { agentId: slug }, search: { trigger: true } }),
  }))
  return (
    <Menu
      label="Agents"
      choices={choices}
      button={
        <Button kind="primary" isDisabled={choices.length === 0}>
          <Play /> Trigger a run
        </Button>
      }
    />
  )
}
