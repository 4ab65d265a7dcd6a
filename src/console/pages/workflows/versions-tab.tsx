import { Link } from '@tanstack/react-router'
import { History } from 'lucide-react'
import {
  RollBackWorkflowDocument,
  type WorkflowHeadFragment,
  type WorkflowVersionShownFragment,
} from '../../../generated/console/graphql.ts'
import { useSession } from '../../data/session.ts'
import { useDialog } from '../../forms/ask.tsx'
import { Button } from '../../ui/button.tsx'
import { Difference } from '../../ui/difference.tsx'
import look from '../../ui/look.module.css'
import { Card } from '../../ui/page.tsx'
import { Ago } from '../../ui/time.tsx'

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
  const { confirm, dialog } = useDialog(onChange)
  const rollBack = (version: number) =>
    confirm({
      title: `Roll back to version ${version}`,
      verb: 'Roll back',
      mutation: RollBackWorkflowDocument,
      input: { id: workflow.id, version, expectedVersion: workflow.version },
      children: `A new version with the definition of version ${version} is created. Runs use it from now on; runs that are at work keep theirs.`,
    })
  return (
    <div className={look.stack}>
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
                className={look.underlined}
              >
                Plan
              </Link>
              {may('ADMIN') && version.number !== workflow.version && (
                <Button
                  icon={History}
                  label="Roll back to it"
                  size="small"
                  onPress={() => rollBack(version.number)}
                />
              )}
            </>
          }
        >
          <Changes of={version.changes} />
        </Card>
      ))}
      {count > versions.length && (
        <p className={look.faint}>
          The newest {versions.length} of {count} versions.
        </p>
      )}
      {dialog}
    </div>
  )
}

function Changes({ of: changes }: { readonly of: WorkflowVersionShownFragment['changes'] }) {
  if (changes.length === 0) return <p className={look.faint}>The first definition.</p>
  return (
    <div className={look.stack}>
      {changes.map(({ field, before, after }) => (
        <section key={field} className={look.stack} aria-label={`Change of ${field}`}>
          <h3 className={look.code}>{field}</h3>
          <Difference label={`What changed in ${field}`} before={before} after={after} />
        </section>
      ))}
    </div>
  )
}
