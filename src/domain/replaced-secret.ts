import { invalid } from './errors.ts'
import type { Vault } from './redaction.ts'

/** As long as the other side may take to learn the new one. */
const defaultKeepOldMs = 24 * 3_600_000

const maxKeepOldMs = 7 * 24 * 3_600_000

/** Until when a secret that is replaced at a time is valid beside the new one. @throws INVALID_INPUT */
export function keepOldUntil(now: number, keepOldForMs: number = defaultKeepOldMs): Date {
  if (Number.isInteger(keepOldForMs) && keepOldForMs >= 0 && keepOldForMs <= maxKeepOldMs)
    return new Date(now + keepOldForMs)
  throw invalid('keepOldForMs', `is ${keepOldForMs}; it must be from 0 to ${maxKeepOldMs}.`)
}

/** The valid ones of sealed secrets, in their order, without those that were sealed with a lost key. */
export function openSecrets(sealed: readonly (string | null)[], vault: Vault | null): readonly string[] {
  return sealed.flatMap((one) => {
    const opened = one === null ? null : vault?.open(one)
    return typeof opened === 'string' ? [opened] : []
  })
}
