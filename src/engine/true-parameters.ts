import { isSettled } from '../domain/action.ts'
import { describe } from '../domain/errors.ts'
import { isJsonObject, type Json } from '../domain/json.ts'
import type { Redactor, Vault } from '../domain/redaction.ts'
import type { ActionRow } from '../domain/run-log.ts'

/** Arguments as they were given, or why nobody has them any more. */
export type TrueParameters =
  | { readonly ok: true; readonly parameters: Json }
  | { readonly ok: false; readonly code: 'SECRET_LOST'; readonly error: string }

interface Means {
  readonly redactor: Redactor
  readonly vault: Vault | null
}

/**
 * An action's row as the log keeps it (TAS-7): its parameters, error and audit without secrets, and, until it has ended, its true
 * parameters sealed. The row that the loop holds keeps them as they are.
 */
export function storedAction(action: ActionRow, { redactor, vault }: Means): ActionRow {
  const parameters = redactor.value(action.parameters)
  const isChanged = parameters !== action.parameters
  const audit = redactor.value(action.audit)
  const error = action.error === null ? null : redactor.text(action.error)
  // One that came redacted keeps what it came with.
  const sealed = isChanged ? (vault?.seal(action.parameters) ?? null) : action.sealed
  return {
    ...action,
    parameters,
    error,
    audit: isChanged ? { ...(isJsonObject(audit) && audit), redacted: true } : audit,
    sealed: isSettled(action.status) ? null : sealed,
  }
}

/** The parameters that an action is performed with: as they are, or as an earlier owner of the run sealed them. */
export function trueParameters(action: ActionRow, { vault }: Pick<Means, 'vault'>): TrueParameters {
  if (!isRedacted(action)) return { ok: true, parameters: action.parameters }
  const parameters = action.sealed === null ? null : (vault?.open(action.sealed) ?? null)
  if (parameters !== null) return { ok: true, parameters }
  return { ok: false, code: 'SECRET_LOST', error: describe('SECRET_LOST', { action: action.name }) }
}

/** A row that was read back, with its true parameters where those can be had. */
export function unsealedAction(action: ActionRow, means: Pick<Means, 'vault'>): ActionRow {
  const found = isRedacted(action) && !isSettled(action.status) ? trueParameters(action, means) : null
  if (!found?.ok || !isJsonObject(action.audit)) return action
  const { redacted: _, ...audit } = action.audit
  return { ...action, parameters: found.parameters, audit, sealed: null }
}

function isRedacted({ audit }: ActionRow): boolean {
  return isJsonObject(audit) && audit.redacted === true
}
