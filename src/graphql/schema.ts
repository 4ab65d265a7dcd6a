import { withRights } from './authorization.ts'
import './builder.ts'
import './objects/agent.ts'
import './objects/agent-definition.ts'
import './objects/agent-version.ts'
import './objects/agent-warning.ts'
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
import './objects/gate-list.ts'
import './objects/gate-context.ts'
import './objects/workflow.ts'
import './objects/definition-mutations.ts'
import './objects/policy.ts'
import './objects/webhook.ts'
import './objects/webhook-delivery.ts'
import './objects/webhook-secret.ts'
import './objects/schedule.ts'
import './objects/data-set.ts'
import './objects/evaluation.ts'
import './objects/evaluation-comparison.ts'
import './events/follow-feeds.ts'
import './events/gate-updates.ts'
import './events/run-updates.ts'
import './events/update-cursors.ts'
import './events/run-deletions.ts'
import './usage/cost.ts'
import './objects/budget.ts'
import './objects/project.ts'
import './objects/server-project.ts'
import './usage/usage-report.ts'
import './statistics/run-stats.ts'
import './statistics/follow-run-stats.ts'
import './statistics/tool-stats.ts'
import './statistics/queue.ts'
import './statistics/server.ts'
import './objects/api-key.ts'
import './objects/caller.ts'
import './objects/access-token.ts'
import './node.ts'
import './federation/entities.ts'
import './federation/service.ts'

import { lexicographicSortSchema, printSchema } from 'graphql'
import { withAnswerSize } from './answer-size.ts'
import { builder } from './builder.ts'
import { clientSchema } from './client-schema.ts'
import { withIdempotencyKeys } from './idempotency.ts'
import { withStreamTurns } from './stream-turns.ts'
import { withTokenRules } from './token-access.ts'

builder.mutationType({ description: 'Operations that change data.' })
builder.subscriptionType({ description: 'Streams of live data.' })

/**
 * The whole GraphQL schema, as it is executed. schema.graphql is the text of what clients read of it, which tests compare with the contract
 * and with the last release (API-10).
 */
export const schema = withAnswerSize(
  withStreamTurns(withIdempotencyKeys(withTokenRules(withRights(builder.toSchema({ sortSchema: false }))))),
)

/** The schema of clients as text, in an order that does not depend on the order of the code. */
export function schemaText(): string {
  return `${printSchema(lexicographicSortSchema(clientSchema()))}\n`
}
