import { useNavigate } from '@tanstack/react-router'
import { Play } from 'lucide-react'
import { useAgentChoices } from '../../forms/agent-choice.tsx'
import { Button } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'

/** The agents that a run can be triggered of; each leads to its form. */
export function TriggerMenu() {
  const navigate = useNavigate()
  const choices = useAgentChoices().map(({ value: agentId, label }) => ({
    id: agentId,
    label,
    act: () => void navigate({ to: '/agents/$agentId', params: { agentId }, search: { trigger: true } }),
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
