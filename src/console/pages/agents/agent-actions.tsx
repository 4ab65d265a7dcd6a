import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { Play } from 'lucide-react'
import { lazy, Suspense } from 'react'
import {
  type AgentShownFragment,
  ArchiveAgentDocument,
  DeleteAgentDocument,
  RestoreAgentDocument,
} from '../../../generated/console/graphql.ts'
import { inPlace } from '../../data/search.ts'
import { useSession } from '../../data/session.ts'
import { LifeMenu } from '../../forms/life-menu.tsx'
import { Button } from '../../ui/button.tsx'
import { isOfCode } from './agent-notes.tsx'

const TriggerDialog = lazy(async () => ({ default: (await import('./trigger-dialog.tsx')).TriggerDialog }))

const route = getRouteApi('/agents/$agentId')

/** Actions on an agent as a whole: trigger it, archive or restore it, delete it. */
export function AgentActions({ agent }: { readonly agent: AgentShownFragment }) {
  const { trigger } = route.useSearch()
  const navigate = useNavigate({ from: '/agents/$agentId' })
  const { may } = useSession()
  const { id, name, archivedAt } = agent
  const isFixed = isOfCode(agent)
  const showTrigger = (isOpen: boolean) =>
    void navigate({
      search: ({ trigger: _, ...now }) => (isOpen ? { ...now, trigger: true } : now),
      ...inPlace,
    })
  return (
    <>
      {may('OPERATOR') && !archivedAt && (
        <Button icon={Play} label="Trigger" kind="primary" onPress={() => showTrigger(true)} />
      )}
      {may('ADMIN') && (
        <LifeMenu
          {...{ id, name, isFixed }}
          isArchived={archivedAt != null}
          archive={{
            mutation: ArchiveAgentDocument,
            means:
              'Runs that have begun continue. Triggers, schedules and other agents no longer start it. Its versions and policies are kept, and it can be restored.',
          }}
          restore={{
            mutation: RestoreAgentDocument,
            means: `The agent can be triggered again, and its schedules fire again.${isFixed ? ' It is an agent of the API from then on, and is changed here.' : ''}`,
          }}
          remove={{
            mutation: DeleteAgentDocument,
            means:
              'Its versions and policies are deleted with it, and its slug is free again. An agent that has runs, schedules or bindings cannot be deleted: archive it.',
          }}
          onRemoved={() => navigate({ to: '/agents', replace: true })}
        />
      )}
      {trigger && may('OPERATOR') && (
        <Suspense>
          <TriggerDialog
            agent={agent}
            onClose={() => showTrigger(false)}
            onRun={(runId) => void navigate({ to: '/runs/$runId', params: { runId } })}
          />
        </Suspense>
      )}
    </>
  )
}
