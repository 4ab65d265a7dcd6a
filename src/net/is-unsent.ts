const codes =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|CERT_|ERR_TLS_|ERR_SSL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/

/**
 * Whether a request failed before any of it was sent: the name is unknown, the port is shut, the certificate is wrong. An error of `fetch`
 * has its reason as its cause.
 */
export function isUnsent(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  const call = 'syscall' in error ? error.syscall : undefined
  if (call === 'connect' || call === 'getaddrinfo' || codes.test(code)) return true
  // Ports of other protocols, such as 25: `fetch` itself refuses them, and gives no code.
  return error.message === 'bad port' || isUnsent(error.cause)
}
