import { withRights } from './authorization.ts'
import './builder.ts'
import './objects/agent.ts'
import './objects/agent-definition.ts'
import './objects/agent-mutations.ts'
import './objects/agent-version.ts'
import './objects/archive-agent.ts'
import './objects/tool.ts'
import './objects/run.ts'
import './objects/effective-limits.ts'
import './objects/run-mutations.ts'
import './objects/run-labels.ts'
import './objects/run-history.ts'
import './objects/run-batch.ts'
import './objects/run-deletion.ts'
import './objects/run-diff.ts'
import './events/run-events.ts'
import './events/follow-run.ts'
import './objects/step.ts'
import './objects/step-validation.ts'
import './objects/action.ts'
import './objects/action-attempt.ts'
import './objects/plan.ts'
import './objects/model-call.ts'
import './objects/model-traffic.ts'
import './objects/model.ts'
import './objects/session.ts'
import './objects/session-list.ts'
import './objects/message.ts'
import './objects/binding.ts'
import './objects/relic.ts'
import './objects/relic-settings.ts'
import './objects/relic-entry.ts'
import './objects/gate.ts'
import './objects/gate-context.ts'
import './objects/workflow.ts'
import './objects/archive-workflow.ts'
import './objects/policy.ts'
import './objects/webhook.ts'
import './objects/webhook-delivery.ts'
import './objects/webhook-secret.ts'
import './objects/schedule.ts'
import './events/follow-feeds.ts'
import './usage/cost.ts'
import './objects/budget.ts'
import './objects/project.ts'
import './objects/server-project.ts'
import './usage/usage-report.ts'
import './objects/api-key.ts'
import './objects/caller.ts'
import './objects/access-token.ts'
import './node.ts'

import { lexicographicSortSchema, printSchema } from 'graphql'
import { withAnswerSize } from './answer-size.ts'
import { builder } from './builder.ts'
import { withTokenRules } from './token-access.ts'

builder.queryType({ description: 'Operations that read data.' })
builder.mutationType({ description: 'Operations that change data.' })
builder.subscriptionType({ description: 'Streams of live data.' })

/** The whole GraphQL schema. schema.graphql is its text, which tests compare with the contract and with the last release (API-10). */
export const schema = withAnswerSize(withTokenRules(withRights(builder.toSchema({ sortSchema: false }))))

/** The schema as text, in an order that does not depend on the order of the code. */
export function schemaText(): string {
  return `${printSchema(lexicographicSortSchema(schema))}\n`
}
