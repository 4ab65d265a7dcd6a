import { invalid } from '../domain/errors.ts'
import { validateText } from '../engine/check-input.ts'

const maxNameBytes = 200

/** The identities that may be recorded beside keys. */
const reserved = ['loopback', 'command line']

/** Checks the name under which records keep a caller. @throws INVALID_INPUT naming the field */
export function checkCallerName(name: string, field = 'name'): void {
  const fault = faultInName(name)
  // Not as other texts that are too large: a name is nothing that could be stored elsewhere.
  if (fault !== null) throw invalid(field, fault)
}

/** Why a text cannot be the name of a caller in records; null where it can. */
export function faultInName(name: string): string | null {
  const bytes = Buffer.byteLength(name)
  if (bytes > maxNameBytes) return `is too long: ${bytes} bytes, and ${maxNameBytes} are the most.`
  if (reserved.includes(name)) return `is ${name}, which stands for callers without a key.`
  if (name.trim() === '' || name !== name.trim())
    return 'is empty, or begins or ends with a space. Name who will use it.'
  return validateText(name)
}
