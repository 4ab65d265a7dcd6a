import { useNavigate } from '@tanstack/react-router'
import { Archive, ArchiveRestore, Ellipsis, Pencil, Play, Trash2 } from 'lucide-react'
import { useState } from 'react'
import {
  ArchiveWorkflowDocument,
  DeleteWorkflowDocument,
  RestoreWorkflowDocument,
  type WorkflowHeadFragment,
  type WorkflowVersionShownFragment,
} from '../../../generated/console/graphql.ts'
import { useSession } from '../../data/session-provider.tsx'
import { useAction } from '../../data/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { type Choice, Menu } from '../../ui/menu.tsx'
import { AskDialog } from '../run/dialogs/ask-dialog.tsx'
import { EditDialog } from './edit-dialog.tsx'
import { RunDialog } from './run-dialog.tsx'

interface Props {
  readonly workflow: WorkflowHeadFragment
  readonly newest: WorkflowVersionShownFragment
  readonly onChange: () => void
}

/** Actions on a workflow, as far as the caller's role allows. */
export function WorkflowActions({ workflow, newest, onChange }: Props) {
  const { may } = useSession()
  const [dialog, setDialog] = useState<'run' | 'edit' | 'archive' | 'restore' | 'delete' | null>(null)
  const close = () => setDialog(null)
  const done = () => {
    close()
    onChange()
  }
  const isArchived = workflow.archivedAt != null
  const choices: readonly Choice[] = [
    isArchived
      ? { id: 'restore', label: 'Restore…', icon: <ArchiveRestore />, act: () => setDialog('restore') }
      : { id: 'archive', label: 'Archive…', icon: <Archive />, act: () => setDialog('archive') },
    { id: 'delete', label: 'Delete…', icon: <Trash2 />, isDanger: true, act: () => setDialog('delete') },
  ]
  return (
    <>
      {may('ADMIN') && (
        <Button onPress={() => setDialog('edit')}>
          <Pencil /> Edit
        </Button>
      )}
      {may('OPERATOR') && !isArchived && (
        <Button kind="primary" onPress={() => setDialog('run')}>
          <Play /> Run
        </Button>
      )}
      {may('ADMIN') && (
        <Menu
          label="More"
          choices={choices}
          button={
            <Button isIcon aria-label="More actions">
              <Ellipsis />
            </Button>
          }
        />
      )}
      {dialog === 'run' && <RunDialog workflow={workflow} newest={newest} onClose={close} />}
      {dialog === 'edit' && <EditDialog workflow={workflow} newest={newest} onClose={close} onSaved={done} />}
      {dialog === 'archive' && <ArchiveDialog workflow={workflow} onClose={close} onDone={done} />}
      {dialog === 'restore' && <RestoreDialog workflow={workflow} onClose={close} onDone={done} />}
      {dialog === 'delete' && <DeleteDialog workflow={workflow} onClose={close} />}
    </>
  )
}

interface DialogProps {
  readonly workflow: WorkflowHeadFragment
  readonly onClose: () => void
}

interface ChangeProps extends DialogProps {
  readonly onDone: () => void
}

function ArchiveDialog({ workflow: { id, name }, onClose, onDone }: ChangeProps) {
  const { send, isSending, problem } = useAction(ArchiveWorkflowDocument, 'Workflow')
  return (
    <AskDialog
      title={`Archive “${name}”`}
      verb="Archive"
      {...{ isSending, problem, onClose }}
      act={async () => {
        if (await send({ input: { id } })) onDone()
      }}
    >
      <p>It can no longer be run. Its runs continue, and its slug stays reserved.</p>
    </AskDialog>
  )
}

function RestoreDialog({ workflow: { id, name }, onClose, onDone }: ChangeProps) {
  const { send, isSending, problem } = useAction(RestoreWorkflowDocument, 'Workflow')
  return (
    <AskDialog
      title={`Restore “${name}”`}
      verb="Restore"
      {...{ isSending, problem, onClose }}
      act={async () => {
        if (await send({ input: { id } })) onDone()
      }}
    >
      <p>It can be run again.</p>
    </AskDialog>
  )
}

function DeleteDialog({ workflow: { id, name }, onClose }: DialogProps) {
  const navigate = useNavigate()
  const { send, isSending, problem } = useAction(DeleteWorkflowDocument, 'DeletedWorkflow')
  return (
    <AskDialog
      title={`Delete “${name}”`}
      verb="Delete"
      isDanger
      {...{ isSending, problem, onClose }}
      act={async () => {
        if (await send({ input: { id } })) void navigate({ to: '/settings', search: { tab: 'workflows' } })
      }}
    >
      <p>The workflow is deleted with its versions. One that has runs cannot be deleted: archive it.</p>
    </AskDialog>
  )
}
