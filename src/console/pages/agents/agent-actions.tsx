import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { Archive, ArchiveRestore, Play, Trash2 } from 'lucide-react'
import { lazy, Suspense } from 'react'
import {
  type AgentShownFragment,
  ArchiveAgentDocument,
  DeleteAgentDocument,
  RestoreAgentDocument,
} from '../../../generated/console/graphql.ts'
import { useSession } from '../../data/session.ts'
import { Ask, useDialog } from '../../forms/ask.tsx'
import { Button } from '../../ui/button.tsx'
import { type Choice, Menu } from '../../ui/menu.tsx'
import { isOfCode } from './agent-notes.tsx'

const TriggerDialog = lazy(async () => ({ default: (await import('./trigger-dialog.tsx')).TriggerDialog }))

const route = getRouteApi('/agents/$agentId')

/** Actions on an agent as a whole: trigger it, archive or restore it, delete it. */
export function AgentActions({ agent }: { readonly agent: AgentShownFragment }) {
  const { trigger } = route.useSearch()
  const navigate = useNavigate({ from: '/agents/$agentId' })
  const { may } = useSession()
  const { ask, dialog } = useDialog()
  const { id, name, archivedAt } = agent
  const input = { id }
  const isFixed = isOfCode(agent)
  const showTrigger = (isOpen: boolean) =>
    void navigate({
      search: ({ trigger: _, ...now }) => (isOpen ? { ...now, trigger: true } : now),
      replace: true,
    })
  const archive: Choice = {
    id: 'archive',
    label: 'Archive…',
    icon: <Archive />,
    isDisabled: isFixed,
    act: () =>
      ask((onClose) => (
        <Ask title={`Archive ${name}`} verb="Archive" mutation={ArchiveAgentDocument} {...{ input, onClose }}>
          <p>
            Runs that have begun continue. Triggers, schedules and other agents no longer start it. Its
            versions and policies are kept, and it can be restored.
          </p>
        </Ask>
      )),
  }
  const restore: Choice = {
    id: 'restore',
    label: 'Restore…',
    icon: <ArchiveRestore />,
    act: () =>
      ask((onClose) => (
        <Ask title={`Restore ${name}`} verb="Restore" mutation={RestoreAgentDocument} {...{ input, onClose }}>
          <p>
            The agent can be triggered again, and its schedules fire again.
            {isFixed && ' It is an agent of the API from then on, and is changed here.'}
          </p>
        </Ask>
      )),
  }
  const remove: Choice = {
    id: 'delete',
    label: 'Delete…',
    icon: <Trash2 />,
    isDanger: true,
    isDisabled: isFixed,
    act: () =>
      ask((onClose) => (
        <Ask
          title={`Delete ${name}`}
          verb="Delete"
          isDanger
          mutation={DeleteAgentDocument}
          {...{ input, onClose }}
          onDone={() => navigate({ to: '/agents', replace: true })}
        >
          <p>
            Its versions and policies are deleted with it, and its slug is free again. An agent that has runs,
            schedules or bindings cannot be deleted: archive it.
          </p>
        </Ask>
      )),
  }
  return (
    <>
      {may('OPERATOR') && !archivedAt && (
        <Button kind="primary" onPress={() => showTrigger(true)}>
          <Play /> Trigger
        </Button>
      )}
      {may('ADMIN') && <Menu label="More actions" choices={[archivedAt ? restore : archive, remove]} />}
      {dialog}
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
