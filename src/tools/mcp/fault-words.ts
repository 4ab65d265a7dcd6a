import { ProtocolError, SdkError, SdkErrorCode, SdkHttpError } from '@modelcontextprotocol/client'
import { failureReason } from '../../domain/failure-reason.ts'
import { isJsonArray, isJsonObject, type Json } from '../../domain/json.ts'
import { jsonIn } from '../../domain/json-in-text.ts'
import { AnswerTooLarge } from './mcp-fetch.ts'

/**
 * Why an exchange with a server failed, for the log and for a model. Codes of the library and of JSON-RPC say nothing to them, and no more
 * do its lists of what each of its schemas would have wanted.
 */
export function faultWords(error: unknown): string {
  if (error instanceof AnswerTooLarge) return error.message
  if (isOfSchema(error)) return misfitWords(error)
  if (error instanceof SdkHttpError)
    return failureReason({ message: error.message, status: error.data.status })
  if (error instanceof SdkError)
    return isOfSchema(error.cause)
      ? misfitWords(error.cause)
      : failureReason({ message: error.message, cause: error.cause })
  return error instanceof ProtocolError
    ? failureReason({ message: error.message, cause: error.data })
    : failureReason(error)
}

/** Whether an answer is not what a schema of the library wants. */
function isOfSchema(error: unknown): error is Error {
  if (!(error instanceof Error)) return false
  const isInvalid = error instanceof SdkError && error.code === SdkErrorCode.InvalidResult
  return /ZodError$/.test(error.name) || (isInvalid && issuesIn(error.message).length > 0)
}

function misfitWords({ message }: Error): string {
  const fields = issuesIn(message).flatMap((issue) => fieldOf(issue) ?? [])
  return fields.length === 0
    ? 'it is no message of the protocol'
    : `its answer is not as the protocol has it: ${[...new Set(fields)].slice(0, maxFields).join(', ')}`
}

const maxFields = 5

/** The library has the problems as JSON in its message. */
function issuesIn(message: string): readonly Json[] {
  const [found] = jsonIn(message)
  const isOfZod = found && isJsonArray(found.value) && found.value.every((one) => fieldOf(one) !== undefined)
  return isOfZod && isJsonArray(found.value) ? found.value : []
}

/** `serverInfo.version`; `null`: the whole message, `undefined`: it is no problem of a schema. */
function fieldOf(issue: Json): string | null | undefined {
  if (!isJsonObject(issue) || typeof issue.code !== 'string') return undefined
  const { path = null } = issue
  if (!isJsonArray(path ?? '')) return undefined
  return isJsonArray(path) && path.length > 0 ? path.join('.') : null
}
