const codes: readonly unknown[] = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]

/** Whether a request failed before any of it was sent; an error of `fetch` has its reason as its cause. */
export function isUnsent(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('code' in error && codes.includes(error.code)) return true
  // Ports of other protocols, such as 25: `fetch` itself refuses them, and gives no code.
  return error.message === 'bad port' || isUnsent(error.cause)
}
