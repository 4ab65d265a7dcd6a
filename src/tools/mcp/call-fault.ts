import { SdkError, SdkErrorCode, SdkHttpError } from '@modelcontextprotocol/client'
import { isUnsent } from '../unsent.ts'
import { StreamEnded } from './mcp-fetch.ts'

/** How far a call came that failed: the server never saw it, may have, or has answered it. */
export type CallFault = 'unsent' | 'cut-off' | 'answered'

export function callFault(error: unknown): CallFault {
  if (error instanceof StreamEnded) return 'cut-off'
  if (error instanceof SdkHttpError) return httpFault(error.data.status)
  if (error instanceof SdkError) return byCode[error.code] ?? 'answered'
  if (!(error instanceof TypeError)) return 'answered'
  return isUnsent(error) ? 'unsent' : 'cut-off'
}

const byCode: Readonly<Record<string, CallFault>> = {
  [SdkErrorCode.NotConnected]: 'unsent',
  [SdkErrorCode.ConnectionClosed]: 'cut-off',
  [SdkErrorCode.SendFailed]: 'cut-off',
}

/** A server that was started again knows its sessions no more (404); a proxy before it may answer that it is unavailable. */
function httpFault(status: number): CallFault {
  if (status === 404) return 'unsent'
  return status >= 500 ? 'cut-off' : 'answered'
}
