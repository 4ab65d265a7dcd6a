import './scalars.ts'
import './node.ts'
import './agent.ts'
import './agent-mutations.ts'
import './run.ts'
import './run-mutations.ts'
import './run-history.ts'
import './run-diff.ts'
import './steer-run.ts'
import './check-confidence.ts'
import './run-output.ts'
import './run-events.ts'
import './run-subscription.ts'
import './step.ts'
import './action.ts'
import './action-attempt.ts'
import './plan.ts'
import './model-call.ts'
import './session.ts'
import './session-mutations.ts'
import './binding.ts'
import './binding-mutations.ts'
import './relic.ts'
import './relic-mutations.ts'
import './gate.ts'
import './gate-mutations.ts'
import './workflow.ts'
import './workflow-mutations.ts'
import './policy.ts'
import './policy-mutations.ts'
import './webhook.ts'
import './webhook-delivery.ts'
import './webhook-mutations.ts'
import './redeliver.ts'
import './schedule.ts'
import './schedule-mutations.ts'
import './gate-subscription.ts'
import './feed-subscriptions.ts'
import './tool.ts'
import './cost.ts'
import './budget.ts'
import './project.ts'
import './project-mutations.ts'
import './usage-report.ts'
import './api-key.ts'
import './api-key-mutations.ts'
import { lexicographicSortSchema, printSchema } from 'graphql'
import { withAnswerSize } from './answer-size.ts'
import { builder } from './builder.ts'
import { withRights } from './rights.ts'

builder.queryType({ description: 'What can be read.' })
builder.mutationType({ description: 'What can be done.' })
builder.subscriptionType({ description: 'What can be followed.' })

/** The whole graph. */
export const schema = withAnswerSize(withRights(builder.toSchema({ sortSchema: false })))

/** The schema as text, in an order that does not depend on the order of the code. */
export function schemaText(): string {
  return `${printSchema(lexicographicSortSchema(schema))}\n`
}
