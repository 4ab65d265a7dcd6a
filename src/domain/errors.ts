import { archiveErrors } from './errors/archive-errors.ts'
import { clientErrors } from './errors/client-errors.ts'
import { modelErrors } from './errors/model-errors.ts'
import { operatorErrors } from './errors/operator-errors.ts'
import { runErrors } from './errors/run-errors.ts'

/** Every error that Rungraph raises: `code → audience, whether a retry may help, message`. */
export const errorTable = {
  ...clientErrors,
  ...runErrors,
  ...modelErrors,
  ...operatorErrors,
  ...archiveErrors,
} as const

/** Default time after which a caller may retry after a temporary refusal. */
export const retryAfterSeconds = 2

export type ErrorCode = keyof typeof errorTable
export type ErrorData<Code extends ErrorCode> = Parameters<(typeof errorTable)[Code]['message']>[0]
/** An error with a stable code; its message includes the remedy. */
export class RungraphError<Code extends ErrorCode = ErrorCode> extends Error {
  override readonly name = 'RungraphError'
  readonly code: Code
  readonly data: ErrorData<Code>

  constructor(code: Code, data: ErrorData<Code>, cause?: unknown) {
    super(describe(code, data), cause === undefined ? undefined : { cause })
    this.code = code
    this.data = data
  }
}

/** The sentence that the table holds for `code`. */
export function describe<Code extends ErrorCode>(code: Code, data: ErrorData<Code>): string {
  // One row's parameter is not known to fit another's; code and data are tied by the signature above.
  const message: (data: never) => string = errorTable[code].message
  return message(data as never)
}

/** The error for an invalid field, which its message begins with. Its path is from the input or the argument inwards: `items[0].tags`. */
export function invalid(field: string, problem: string): RungraphError {
  const path = field.replaceAll(/\[(\d+)\]/g, '.$1').split('.')
  return new RungraphError('INVALID_INPUT', { message: `${field} ${problem}`, path })
}

/** The error for one more than a limit allows. `value`: how many there would be. Default: one more than the most. */
export function tooMany(
  what: string,
  {
    max,
    value = max + 1,
    remedy,
  }: { readonly max: number; readonly value?: number; readonly remedy: string },
): RungraphError {
  return new RungraphError('LIMIT_EXCEEDED', { limit: `The number of ${what}`, value, max, remedy })
}

/** The error for credentials that are refused. */
export function unauthenticated(reason: string, cause?: unknown): RungraphError {
  return new RungraphError('UNAUTHENTICATED', { reason }, cause)
}

export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(errorTable, code)
}

export function isRungraphError(error: unknown): error is RungraphError {
  return error instanceof RungraphError
}

/** A readable line for anything thrown, an Error or not. Never throws. */
export function messageOf(error: unknown): string {
  try {
    return error instanceof Error ? String(error.message || error.name) : String(error)
  } catch {
    // An object without a prototype, or one whose own `toString` throws.
    return 'Something was thrown that cannot be shown.'
  }
}
