import type { GateRow } from '../../domain/gate.ts'
import { isJsonObject, type Json } from '../../domain/json.ts'
import type { Redactor, Vault } from '../../domain/redaction.ts'
import { invalid } from '../check-text.ts'

interface Means {
  readonly redactor: Redactor
  readonly vault: Vault | null
}

/** What REVISE put in the place of arguments, as its gate keeps it: without secrets, and whole only under seal (TAS-7). @throws INVALID_INPUT */
export function keptRevision(revised: Json | undefined, { redactor, vault }: Means): Json {
  if (revised === undefined || revised === null) return null
  const shown = redactor.value(revised)
  if (shown === revised) return { arguments: revised }
  if (!vault)
    throw invalid(
      'arguments',
      'hold a secret, and this server has no RUNGRAPH_ENCRYPTION_KEY to keep it with. Reject the call instead, or set one.',
    )
  return { arguments: shown, sealed: vault.seal(revised) }
}

/** What was put in the place of the arguments; `undefined` where nothing was, `null` where nobody can read it any more. */
export function revisionOf({ resolution }: GateRow, { vault }: Pick<Means, 'vault'>): Json | undefined {
  if (!isJsonObject(resolution)) return undefined
  const { arguments: revised, sealed } = resolution
  return typeof sealed === 'string' ? (vault?.open(sealed) ?? null) : revised
}
