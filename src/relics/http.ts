import { type HttpSettings, relicSettings } from '../domain/relic-settings.ts'
import type { ToolEffect } from '../domain/tool.ts'
import type { Environment } from './environment.ts'
import { sendRequest } from './http-request.ts'
import { requestInput } from './http-request-input.ts'
import type { GuardRules, RelicGuard } from './relic-guard.ts'
import { type KindCall, type KindOfRelic, operation } from './relic-kind.ts'

interface Services {
  readonly environment: Environment
  guardOf(rules: GuardRules): RelicGuard
}

type Call = KindCall<HttpSettings>

/** An HTTP API: requests below one address, by the methods and paths that its settings allow. */
export function createHttp(services: Services): KindOfRelic<HttpSettings> {
  const request = operation({
    description:
      'Sends an HTTP request to the service, and gives its status, some headers and its body: JSON where it is JSON, or text. Any status is a result.',
    input: requestInput,
    effect: effectOf,
    perform: (wanted, call: Call) => sendRequest(wanted, call, services),
  })
  return {
    settings: relicSettings.HTTP,
    timeoutMs: (settings) => settings.timeoutMs,
    graceMs: 0,
    operations: () => ({ request }),
    close: async () => undefined,
  }
}

/** Effect of the allowed methods. */
function effectOf({ methods, honoursIdempotencyKey }: HttpSettings): ToolEffect {
  if (methods.every((method) => method === 'GET' || method === 'HEAD')) return 'read'
  const isRepeatable = methods.every((method) => method !== 'POST' && method !== 'PATCH')
  return isRepeatable || honoursIdempotencyKey ? 'idempotent' : 'once'
}
