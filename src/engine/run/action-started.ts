import type { Json } from '../../domain/json.ts'
import type { NewEvent } from '../../domain/run-event.ts'
import type { ActionRow } from '../../domain/run-log.ts'
import { cutText } from '../context/show.ts'
import type { RunContext } from './run-context.ts'

/** The event for the start of the action's current attempt. */
export function actionStarted(action: ActionRow, stepNumber: number, ctx: RunContext): NewEvent {
  const { id: actionId, name, type: actionType, mode, target, attempt } = action
  const parameters = recordedParameters(action, ctx)
  const data = { actionId, name, attempt, actionType, mode, target, parameters }
  return { type: 'ActionStarted', stepNumber, data }
}

/** An event holds no more than a result may (LIM-12); the row has all. */
function recordedParameters({ parameters }: ActionRow, { run, secrets }: RunContext): Json {
  const maxBytes = run.effectiveLimits.maxResultBytes.value
  if (Buffer.byteLength(JSON.stringify(parameters)) <= maxBytes) return parameters
  // Before it is cut: half a secret cannot be recognised (TAS-7). A character is six bytes at most, as \u0007.
  return cutText(JSON.stringify(secrets.redactor.value(parameters)), Math.floor(maxBytes / 6))
}
