import { expect, it } from 'vitest'
import { isUnsent } from '../../src/net/is-unsent.ts'
import { callFault } from '../../src/tools/mcp/call-fault.ts'

/** As `fetch` throws it. */
function fetchFailed(fields: object, message = 'it failed'): TypeError {
  return new TypeError('fetch failed', { cause: Object.assign(new Error(message), fields) })
}

it.each<[string, TypeError]>([
  ['a port that is shut', fetchFailed({ code: 'ECONNREFUSED', syscall: 'connect' })],
  ['a name that is unknown', fetchFailed({ code: 'ENOTFOUND', syscall: 'getaddrinfo' })],
  ['a connection that is not there in time', fetchFailed({ code: 'UND_ERR_CONNECT_TIMEOUT' })],
  ['a port that fetch refuses', fetchFailed({}, 'bad port')],
])('DAG-10 a call of a tool was not sent: %s', (_what, error) => {
  expect(isUnsent(error)).toBe(true)
  expect(callFault(error)).toEqual({ kind: 'unsent' })
})

it.each<[string, TypeError]>([
  ['TLS broke on the way', fetchFailed({ code: 'ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC' })],
  ['a certificate does not fit', fetchFailed({ code: 'ERR_TLS_CERT_ALTNAME_INVALID' })],
  ['the connection was reset', fetchFailed({ code: 'ECONNRESET', syscall: 'connect' })],
  ['the connection ended', fetchFailed({ code: 'UND_ERR_SOCKET' })],
])('DAG-10 a call of a tool may have been received: %s', (_what, error) => {
  expect(isUnsent(error)).toBe(false)
  expect(callFault(error)).toEqual({ kind: 'cut-off' })
})
