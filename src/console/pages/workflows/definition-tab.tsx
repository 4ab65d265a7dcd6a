import type { WorkflowVersionShownFragment } from '../../../generated/console/graphql.ts'
import { JsonView } from '../../ui/json-view.tsx'
import { Card } from '../../ui/page.tsx'

/** A version as the API takes it. */
export function DefinitionTab({ version }: { readonly version: WorkflowVersionShownFragment }) {
  return (
    <Card title={`Definition of version ${version.number}`}>
      <JsonView label="Definition" value={definitionOf(version)} />
    </Card>
  )
}

/** The definition that `updateWorkflow` takes. */
export function definitionOf(version: WorkflowVersionShownFragment) {
  const { name, description, agent, parameters, output, plan } = version
  return { name, description, agent, parameters, plan: plan.json, output }
}
