import { describe } from '../domain/errors.ts'
import type { Json } from '../domain/json.ts'
import type { ActionRow } from '../domain/run-log.ts'
import { hasMark } from './run-secrets.ts'

/** Arguments as they were given, or why nobody has them any more. */
export type TrueParameters =
  | { readonly ok: true; readonly parameters: Json }
  | { readonly ok: false; readonly code: 'SECRET_LOST'; readonly error: string }

/** The parameters that an action is performed with. No call is made with what stands for a secret (TAS-7). */
export function trueParameters({ name, parameters }: ActionRow): TrueParameters {
  if (!hasMark(parameters)) return { ok: true, parameters }
  return { ok: false, code: 'SECRET_LOST', error: describe('SECRET_LOST', { action: name }) }
}
