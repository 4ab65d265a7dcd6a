import type { WebhookOperations } from '../domain/webhook.ts'
import type { GraphQLContext } from './context.ts'

/** What can be done about webhooks. Throws where the server was put together without it. */
export function webhookOperations({ operations }: GraphQLContext): WebhookOperations {
  if (operations.webhooks) return operations.webhooks
  throw new Error('The server was put together without operations on webhooks.')
}
