import { hasRole } from '../domain/caller.ts'
import type { Json } from '../domain/json.ts'
import type { OutputFor } from '../domain/operations.ts'
import type { EngineServices } from './run-context.ts'
import { createRunSecrets, hasMark } from './run-secrets.ts'

/**
 * The output of a run as a caller reads it (TAS-7): who may start runs has it as the model gave it, but for the server's own secrets;
 * who may only look has marks in the place of secrets.
 */
export async function shownOutput(
  { caller, output, ...scope }: OutputFor,
  services: Pick<EngineServices, 'redactor' | 'vault' | 'runs' | 'newId'>,
): Promise<Json> {
  if (!hasMark(output) || !hasRole(caller, 'OPERATOR')) return output
  const { redactor, vault, runs, newId } = services
  const secrets = createRunSecrets({ scope, mode: 'VALUES', redactor, vault, store: runs.secrets, newId })
  return redactor.own.value(await secrets.reveal(output))
}
