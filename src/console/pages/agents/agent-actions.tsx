import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { Archive, ArchiveRestore, Ellipsis, Play, Trash2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import {
  type AgentShownFragment,
  ArchiveAgentDocument,
  DeleteAgentDocument,
  RestoreAgentDocument,
} from '../../../generated/console/graphql.ts'
import { useSession } from '../../data/session-provider.tsx'
import { useAction } from '../../data/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { AskDialog } from '../run/dialogs/ask-dialog.tsx'
import { isOfCode } from './code-note.tsx'

const TriggerDialog = lazy(async () => ({ default: (await import('./trigger-dialog.tsx')).TriggerDialog }))

const route = getRouteApi('/agents/$agentId')

type Open = 'archive' | 'restore' | 'delete'

/** Actions on an agent as a whole: trigger it, archive or restore it, delete it. */
export function AgentActions({ agent }: { readonly agent: AgentShownFragment }) {
  const { trigger } = route.useSearch()
  const navigate = useNavigate({ from: '/agents/$agentId' })
  const { may } = useSession()
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  const showTrigger = (isOpen: boolean) =>
    void navigate({
      search: ({ trigger: _, ...now }) => (isOpen ? { ...now, trigger: true } : now),
      replace: true,
    })
  return (
    <>
      {may('OPERATOR') && !agent.archivedAt && (
        <Button kind="primary" onPress={() => showTrigger(true)}>
          <Play /> Trigger
        </Button>
      )}
      {may('ADMIN') && (
        <Menu
          label="More actions"
          button={
            <Button isIcon aria-label="More actions">
              <Ellipsis />
            </Button>
          }
          choices={[
            agent.archivedAt
              ? { id: 'restore', label: 'Restore…', icon: <ArchiveRestore />, act: () => setOpen('restore') }
              : {
                  id: 'archive',
                  label: 'Archive…',
                  icon: <Archive />,
                  isDisabled: isOfCode(agent),
                  act: () => setOpen('archive'),
                },
            {
              id: 'delete',
              label: 'Delete…',
              icon: <Trash2 />,
              isDanger: true,
              isDisabled: isOfCode(agent),
              act: () => setOpen('delete'),
            },
          ]}
        />
      )}
      {open === 'archive' && <ArchiveDialog agent={agent} onClose={close} />}
      {open === 'restore' && <RestoreDialog agent={agent} onClose={close} />}
      {open === 'delete' && (
        <DeleteDialog
          agent={agent}
          onClose={close}
          onDeleted={() => void navigate({ to: '/agents', replace: true })}
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

interface DialogProps {
  readonly agent: AgentShownFragment
  readonly onClose: () => void
}

function ArchiveDialog({ agent: { id, name }, onClose }: DialogProps) {
  const { send, isSending, problem } = useAction(ArchiveAgentDocument, 'Agent')
  return (
    <AskDialog
      title={`Archive ${name}`}
      verb="Archive"
      {...{ isSending, problem, onClose }}
      act={async () => {
        if (await send({ input: { id } })) onClose()
      }}
    >
      <p>
        Runs that have begun continue. Triggers, schedules and other agents no longer start it. Its versions
        and policies are kept, and it can be restored.
      </p>
    </AskDialog>
  )
}

function RestoreDialog({ agent, onClose }: DialogProps) {
  const { send, isSending, problem } = useAction(RestoreAgentDocument, 'Agent')
  return (
    <AskDialog
      title={`Restore ${agent.name}`}
      verb="Restore"
      {...{ isSending, problem, onClose }}
      act={async () => {
        if (await send({ input: { id: agent.id } })) onClose()
      }}
    >
      <p>
        The agent can be triggered again, and its schedules fire again.
        {isOfCode(agent) && ' It is an agent of the API from then on, and is changed here.'}
      </p>
    </AskDialog>
  )
}

function DeleteDialog({
  agent: { id, name },
  onClose,
  onDeleted,
}: DialogProps & { readonly onDeleted: () => void }) {
  const { send, isSending, problem } = useAction(DeleteAgentDocument, 'DeletedAgent')
  return (
    <AskDialog
      title={`Delete ${name}`}
      verb="Delete"
      isDanger
      {...{ isSending, problem, onClose }}
      act={async () => {
        if (await send({ input: { id } })) onDeleted()
      }}
    >
      <p>
        Its versions and policies are deleted with it, and its slug is free again. An agent that has runs,
        schedules or bindings cannot be deleted: archive it.
      </p>
    </AskDialog>
  )
}
