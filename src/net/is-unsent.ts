/** Codes of errors where there was no connection to send anything by: the name is unknown, the port is shut. */
const unconnectedCodes: readonly unknown[] = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]

/**
 * Whether a request certainly failed before any of it was sent: what may take effect once can be sent again (DAG-10). An error of TLS does
 * not say so, as it may also break a connection that has been in use. An error of `fetch` has its reason as its cause.
 */
export function isUnsent(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('code' in error && unconnectedCodes.includes(error.code)) return true
  // Ports of other protocols, such as 25: `fetch` itself refuses them, and gives no code.
  return error.message === 'bad port' || isUnsent(error.cause)
}
