import { useNavigate } from '@tanstack/react-router'
import { Archive, ArchiveRestore, Pencil, Play, Trash2 } from 'lucide-react'
import {
  ArchiveWorkflowDocument,
  DeleteWorkflowDocument,
  RestoreWorkflowDocument,
  type WorkflowHeadFragment,
  type WorkflowVersionShownFragment,
} from '../../../generated/console/graphql.ts'
import { useSession } from '../../data/session.ts'
import { Ask, useDialog } from '../../forms/ask.tsx'
import { Button } from '../../ui/button.tsx'
import { type Choice, Menu } from '../../ui/menu.tsx'
import { EditDialog, RunDialog } from './workflow-dialogs.tsx'

/** Actions on a workflow, as far as the caller's role allows. */
export function WorkflowActions({
  workflow,
  newest,
  onChange,
}: {
  readonly workflow: WorkflowHeadFragment
  readonly newest: WorkflowVersionShownFragment
  readonly onChange: () => void
}) {
  const { may } = useSession()
  const navigate = useNavigate()
  const { ask, dialog } = useDialog(onChange)
  const { id, name } = workflow
  const input = { id }
  const isArchived = workflow.archivedAt != null
  const archive: Choice = {
    id: 'archive',
    label: 'Archive…',
    icon: <Archive />,
    act: () =>
      ask((onClose) => (
        <Ask
          title={`Archive “${name}”`}
          verb="Archive"
          mutation={ArchiveWorkflowDocument}
          {...{ input, onClose }}
        >
          <p>It can no longer be run. Its runs continue, and its slug stays reserved.</p>
        </Ask>
      )),
  }
  const restore: Choice = {
    id: 'restore',
    label: 'Restore…',
    icon: <ArchiveRestore />,
    act: () =>
      ask((onClose) => (
        <Ask
          title={`Restore “${name}”`}
          verb="Restore"
          mutation={RestoreWorkflowDocument}
          {...{ input, onClose }}
        >
          <p>It can be run again.</p>
        </Ask>
      )),
  }
  const remove: Choice = {
    id: 'delete',
    label: 'Delete…',
    icon: <Trash2 />,
    isDanger: true,
    act: () =>
      ask((onClose) => (
        <Ask
          title={`Delete “${name}”`}
          verb="Delete"
          isDanger
          mutation={DeleteWorkflowDocument}
          {...{ input, onClose }}
          onDone={() => navigate({ to: '/settings', search: { tab: 'workflows' } })}
        >
          <p>The workflow is deleted with its versions. One that has runs cannot be deleted: archive it.</p>
        </Ask>
      )),
  }
  return (
    <>
      {may('ADMIN') && (
        <Button onPress={() => ask((onClose) => <EditDialog {...{ workflow, newest, onClose }} />)}>
          <Pencil /> Edit
        </Button>
      )}
      {may('OPERATOR') && !isArchived && (
        <Button
          kind="primary"
          onPress={() => ask((onClose) => <RunDialog {...{ workflow, newest, onClose }} />)}
        >
          <Play /> Run
        </Button>
      )}
      {may('ADMIN') && <Menu label="More actions" choices={[isArchived ? restore : archive, remove]} />}
      {dialog}
    </>
  )
}
