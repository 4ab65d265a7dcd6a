import { useNavigate } from '@tanstack/react-router'
import { Pencil, Play } from 'lucide-react'
import {
  ArchiveWorkflowDocument,
  DeleteWorkflowDocument,
  RestoreWorkflowDocument,
  type WorkflowHeadFragment,
  type WorkflowVersionShownFragment,
} from '../../../generated/console/graphql.ts'
import { useSession } from '../../data/session.ts'
import { useDialog } from '../../forms/ask.tsx'
import { LifeMenu } from '../../forms/life-menu.tsx'
import { Button } from '../../ui/button.tsx'
import { EditDialog, RunDialog } from './workflow-dialogs.tsx'

/** Actions on a workflow, as far as the caller's role allows. */
export function WorkflowActions(props: {
  readonly workflow: WorkflowHeadFragment
  readonly newest: WorkflowVersionShownFragment
  readonly onChange: () => void
}) {
  const { workflow, newest, onChange } = props
  const { may } = useSession()
  const navigate = useNavigate()
  const { ask, dialog } = useDialog(onChange)
  const { id, name } = workflow
  const isArchived = workflow.archivedAt != null
  return (
    <>
      {may('ADMIN') && (
        <Button
          icon={Pencil}
          label="Edit"
          onPress={() => ask((onClose) => <EditDialog {...{ workflow, newest, onClose }} />)}
        />
      )}
      {may('OPERATOR') && !isArchived && (
        <Button
          icon={Play}
          label="Run"
          kind="primary"
          onPress={() => ask((onClose) => <RunDialog {...{ workflow, newest, onClose }} />)}
        />
      )}
      {may('ADMIN') && (
        <LifeMenu
          {...{ id, isArchived }}
          name={`“${name}”`}
          archive={{
            mutation: ArchiveWorkflowDocument,
            means: 'It can no longer be run. Its runs continue, and its slug stays reserved.',
          }}
          restore={{ mutation: RestoreWorkflowDocument, means: 'It can be run again.' }}
          remove={{
            mutation: DeleteWorkflowDocument,
            means:
              'The workflow is deleted with its versions. One that has runs cannot be deleted: archive it.',
          }}
          onRemoved={() => navigate({ to: '/settings', search: { tab: 'workflows' } })}
          onClosed={onChange}
        />
      )}
      {dialog}
    </>
  )
}
