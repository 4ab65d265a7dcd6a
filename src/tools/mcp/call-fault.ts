import { ProtocolError, SdkError, SdkErrorCode, SdkHttpError } from '@modelcontextprotocol/client'
import { messageOf } from '../../domain/errors.ts'
import { isUnsent } from '../../net/is-unsent.ts'
import { UnfinishedResult } from './mcp-answers.ts'
import { AnswerTooLarge, isTooLarge, StreamEnded } from './mcp-fetch.ts'
import { isAboutLostSession } from './normalized-message.ts'

/**
 * Stage at which a call failed.
 * - `unsent`: the server never received it, or refused it before it did anything: it knows the session no more.
 * - `cut-off`: it may have received it.
 * - `unreadable`: it has done it, and what it answers cannot be read.
 * - `refused`: it has not done it, and says so by a status of HTTP. It may know the session no more without saying so.
 * - `answered`: it says itself that the call failed.
 * With `isLost` it answers so because it knows the session no more, as far as one can tell.
 */
export type CallFault =
  | { readonly kind: 'unsent' | 'cut-off' | 'refused' }
  | { readonly kind: 'answered' | 'unreadable'; readonly isLost: boolean }

export function callFault(error: unknown): CallFault {
  if (error instanceof UnfinishedResult) return error.wanted ? answered : unreadable
  if (error instanceof StreamEnded) return { kind: 'cut-off' }
  if (error instanceof AnswerTooLarge || isTooLarge(error)) return unreadable
  if (error instanceof SdkHttpError) return httpFault(error)
  // It is that of the first request.
  if (error instanceof SdkError && error.cause instanceof TypeError) return callFault(error.cause)
  if (error instanceof SdkError) return byCode[error.code] ?? answered
  if (error instanceof ProtocolError) return protocolFault(error)
  // Of the body: it is no JSON, or no message of the protocol.
  if (error instanceof SyntaxError || (error instanceof Error && /ZodError$/.test(error.name)))
    return unreadable
  if (!(error instanceof TypeError)) return answered
  return { kind: isUnsent(error) ? 'unsent' : 'cut-off' }
}

const answered: CallFault = { kind: 'answered', isLost: false }
const unreadable: CallFault = { kind: 'unreadable', isLost: false }

const byCode: Readonly<Record<string, CallFault>> = {
  [SdkErrorCode.NotConnected]: { kind: 'unsent' },
  [SdkErrorCode.ConnectionClosed]: { kind: 'cut-off' },
  [SdkErrorCode.SendFailed]: { kind: 'cut-off' },
  [SdkErrorCode.InvalidResult]: unreadable,
  [SdkErrorCode.UnsupportedResultType]: unreadable,
  [SdkErrorCode.ClientHttpUnexpectedContent]: unreadable,
}

/** Of a request that a server does not take: its session, its form or its parameters. A tool that fails has others. */
const refusals: readonly number[] = [-32_000, -32_001, -32_600, -32_602]

function protocolFault({ code, message }: ProtocolError): CallFault {
  const isLost =
    /^[^:]*\b(mcp-session-id|not initialized|before initiali[sz]ation)\b/i.test(message) ||
    isAboutLostSession(message)
  return isLost && refusals.includes(code) ? { kind: 'unsent' } : { kind: 'answered', isLost }
}

/** Of a call whose server says that the session is lost, and does not serve it: one that never had it, or has no more, did nothing. */
function lostCall(error: unknown): CallFault {
  const mayHaveBegun = /\b(expired|terminated|closed|timed out|ended)\b/i.test(messageOf(error))
  return { kind: mayHaveBegun ? 'cut-off' : 'unsent' }
}

/** Whether a refusal is one that a server gives also where it was not told that a session begins (as the SDK for Python does). */
function maySayLost(error: unknown): boolean {
  return error instanceof ProtocolError && /\binvalid request( parameters)?\b/i.test(error.message)
}

/** Words of a status of the server that are about more than its session are longer, in characters. */
const maxServerWords = 200

/**
 * A server that was started again knows its sessions no more. The specification has 404 for that; many answer 400 with words about the
 * session, or that they are not initialized, and some with other words. A proxy before it may answer that it is unavailable.
 */
function httpFault({ data: { status, text }, message }: SdkHttpError): CallFault {
  if (status === 404 || status === 410) return { kind: 'unsent' }
  const said = String(text ?? '')
  if (status >= 500 && said.length < maxServerWords && isAboutLostSession(said)) return { kind: 'unsent' }
  if (status >= 500 || status === 408) return { kind: 'cut-off' }
  const words = `${message} ${said}`
  // With these it is the key that is refused.
  const isKey = status === 401 || status === 403
  const isSession = isKey ? isAboutLostSession(words) : /session|\bnot (been )?initiali[sz]ed\b/i.test(words)
  return isSession ? { kind: 'unsent' } : { kind: isKey ? 'answered' : 'refused', isLost: false }
}

/** A connection to a server in a session. */
interface Session {
  servesSession(): Promise<boolean>
  knowsSession(): Promise<boolean>
}

/** The words of a session are not always those that one knows: the server is then asked whether it knows it. */
export async function faultOf(error: unknown, connection: Session): Promise<CallFault> {
  const fault = callFault(error)
  if (fault.kind === 'unsent' || fault.kind === 'cut-off') return fault
  if (maySayLost(error)) return (await connection.servesSession()) ? fault : { kind: 'unsent' }
  if (fault.kind === 'answered' && fault.isLost)
    return (await connection.servesSession()) ? fault : lostCall(error)
  if (fault.kind === 'answered' && !(error instanceof SdkHttpError)) return fault
  if (await connection.knowsSession()) return fault
  return fault.kind === 'refused' ? { kind: 'unsent' } : { kind: fault.kind, isLost: true }
}
