import { Link } from '@tanstack/react-router'
import { History } from 'lucide-react'
import { useState } from 'react'
import {
  RollBackWorkflowDocument,
  type WorkflowHeadFragment,
  type WorkflowVersionShownFragment,
} from '../../../generated/console/graphql.ts'
import { useSession } from '../../data/session-provider.tsx'
import { useAction } from '../../data/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { Difference } from '../../ui/difference.tsx'
import { Card } from '../../ui/page.tsx'
import { Ago } from '../../ui/time.tsx'
import { AskDialog } from '../run/dialogs/ask-dialog.tsx'
import styles from './workflow-page.module.css'

interface Props {
  readonly workflow: WorkflowHeadFragment
  /** The newest ones. */
  readonly versions: readonly WorkflowVersionShownFragment[]
  /** How many versions there are. */
  readonly count: number
  readonly onChange: () => void
}

/** The versions, newest first, each with its changes. */
export function VersionsTab({ workflow, versions, count, onChange }: Props) {
  const { may } = useSession()
  const [chosen, setChosen] = useState<number | null>(null)
  return (
    <div className={styles.stack}>
      {versions.map((version) => (
        <Card
          key={version.number}
          title={`Version ${version.number}`}
          aside={
            <>
              <span>
                {version.createdBy && `by ${version.createdBy}, `}
                <Ago at={version.createdAt} />
              </span>
              <Link
                to="/workflows/$workflowId"
                params={{ workflowId: workflow.id }}
                search={{ version: version.number }}
                className={styles.back}
              >
                Plan
              </Link>
              {may('ADMIN') && version.number !== workflow.version && (
                <Button size="small" onPress={() => setChosen(version.number)}>
                  <History /> Roll back to it
                </Button>
              )}
            </>
          }
        >
          <Changes of={version.changes} />
        </Card>
      ))}
      {count > versions.length && (
        <p className={styles.faint}>
          The newest {versions.length} of {count} versions.
        </p>
      )}
      {chosen !== null && (
        <RollBackDialog
          workflow={workflow}
          number={chosen}
          onClose={() => {
            setChosen(null)
            onChange()
          }}
        />
      )}
    </div>
  )
}

function Changes({ of: changes }: { readonly of: WorkflowVersionShownFragment['changes'] }) {
  if (changes.length === 0) return <p className={styles.faint}>The first definition.</p>
  return (
    <div className={styles.stack}>
      {changes.map(({ field, before, after }) => (
        <section key={field} className={styles.stack} aria-label={`Change of ${field}`}>
          <h3 className={styles.field}>{field}</h3>
          <Difference label={`What changed in ${field}`} before={before} after={after} />
        </section>
      ))}
    </div>
  )
}

function RollBackDialog({
  workflow,
  number,
  onClose,
}: {
  readonly workflow: WorkflowHeadFragment
  readonly number: number
  readonly onClose: () => void
}) {
  const { send, isSending, problem } = useAction(RollBackWorkflowDocument, 'Workflow')
  return (
    <AskDialog
      title={`Roll back to version ${number}`}
      verb="Roll back"
      {...{ isSending, problem, onClose }}
      act={async () => {
        const input = { id: workflow.id, version: number, expectedVersion: workflow.version }
        if (await send({ input })) onClose()
      }}
    >
      <p>
        A new version with the definition of version {number} is created. Runs use it from now on; runs that
        are at work keep theirs.
      </p>
    </AskDialog>
  )
}
