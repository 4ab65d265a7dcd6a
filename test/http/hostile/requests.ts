/** Bytes that a connection sends in place of a request, as they are written. */

const host = 'Host: 127.0.0.1\r\n'
const json = 'Content-Type: application/json\r\n'
const body = '{"query":"{ __typename }"}'

export const hostileRequests: Readonly<Record<string, string | Buffer>> = {
  noise: Buffer.from(Array.from({ length: 512 }, (_, nth) => (nth * 73 + 41) % 256)),
  'a greeting of TLS': Buffer.from('1603010200010001fc0303', 'hex'),
  'a preface of HTTP/2': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'a version that is none': `GET /graphql HTTP/3.9\r\n${host}\r\n`,
  'a method that is none': `STEAL /graphql HTTP/1.1\r\n${host}\r\n`,
  'a header without a name': `GET /graphql HTTP/1.1\r\n${host}: x\r\n\r\n`,
  'a header with a NUL': `GET /graphql HTTP/1.1\r\n${host}X: a\u0000b\r\n\r\n`,
  'headers of a hundred kilobytes': `GET /graphql HTTP/1.1\r\n${host}X: ${'x'.repeat(100_000)}\r\n\r\n`,
  'an address of a hundred kilobytes': `GET /graphql?query=${'x'.repeat(100_000)} HTTP/1.1\r\n${host}\r\n`,
  'no host': 'GET /graphql?query={__typename} HTTP/1.1\r\nConnection: close\r\n\r\n',
  'the name of another': `GET /graphql?query={__typename} HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n`,
  'a length that is none': `POST /graphql HTTP/1.1\r\n${host}${json}Content-Length: x\r\n\r\n${body}`,
  'a length below zero': `POST /graphql HTTP/1.1\r\n${host}${json}Content-Length: -1\r\n\r\n${body}`,
  'two lengths': `POST /graphql HTTP/1.1\r\n${host}${json}Content-Length: 5\r\nContent-Length: 26\r\n\r\n${body}`,
  'a length and chunks': `POST /graphql HTTP/1.1\r\n${host}${json}Content-Length: 26\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET / HTTP/1.1\r\n\r\n`,
  'chunks that are none': `POST /graphql HTTP/1.1\r\n${host}${json}Transfer-Encoding: chunked\r\n\r\nxyz\r\n`,
  'chunks with endless extensions': `POST /graphql HTTP/1.1\r\n${host}${json}Transfer-Encoding: chunked\r\n\r\n5;${'x'.repeat(20_000)}\r\n`,
  'an expectation': `POST /graphql HTTP/1.1\r\n${host}${json}Expect: the-impossible\r\nContent-Length: 26\r\n\r\n${body}`,
  'a way through': `CONNECT evil.example:443 HTTP/1.1\r\n${host}\r\n`,
  'a path out of here': `GET /../../../etc/passwd HTTP/1.1\r\n${host}Connection: close\r\n\r\n`,
  'an address that is none': `GET //[ HTTP/1.1\r\n${host}Connection: close\r\n\r\n`,
  'variables in the address that are no JSON': `GET /graphql?query={__typename}&variables={ HTTP/1.1\r\n${host}Connection: close\r\n\r\n`,
  'a mutation in the address': `GET /graphql?query=mutation{abortRun(input:{id:"x"}){__typename}} HTTP/1.1\r\n${host}Connection: close\r\n\r\n`,
  'another method': `DELETE /graphql HTTP/1.1\r\n${host}Connection: close\r\n\r\n`,
  'a body of another type': `POST /graphql HTTP/1.1\r\n${host}Content-Type: text/plain\r\nConnection: close\r\nContent-Length: 26\r\n\r\n${body}`,
  'two types of a body': `POST /graphql HTTP/1.1\r\n${host}Content-Type: text/plain\r\n${json}Connection: close\r\nContent-Length: 26\r\n\r\n${body}`,
  'a type of answer that is none': `POST /graphql HTTP/1.1\r\n${host}${json}Accept: image/png\r\nConnection: close\r\nContent-Length: 26\r\n\r\n${body}`,
  'a WebSocket without a key': `GET /graphql HTTP/1.1\r\n${host}Connection: Upgrade, close\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\r\n`,
  'a WebSocket of another version': `GET /graphql HTTP/1.1\r\n${host}Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 99\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n`,
  'a WebSocket somewhere else': `GET /other HTTP/1.1\r\n${host}Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n`,
}

/** The first and the last request of a smuggler, of which a server may see one. */
export const upgrade = `GET /graphql HTTP/1.1\r\n${host}Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Protocol: graphql-transport-ws\r\n\r\n`

/** A frame of a client: its first byte, its declared length, a mask of zeros, and the bytes. */
function frame(first: number, payload: Buffer, { masked = true, length = payload.length } = {}): Buffer {
  const head =
    length < 126
      ? [length]
      : length < 65_536
        ? [126, length >> 8, length & 255]
        : [127, 0, 0, 0, 0, length >>> 24, (length >> 16) & 255, (length >> 8) & 255, length & 255]
  const [size = 0, ...rest] = head
  return Buffer.concat([
    Buffer.from([first, size | (masked ? 128 : 0), ...rest]),
    Buffer.alloc(masked ? 4 : 0),
    payload,
  ])
}

const text = (value: unknown) => Buffer.from(JSON.stringify(value))

/** Frames after which a WebSocket is closed, with the code that says why. */
export const hostileFrames: Readonly<Record<string, { readonly bytes: Buffer; readonly code: number }>> = {
  'a frame without a mask': { bytes: frame(0x81, text({ type: 'ping' }), { masked: false }), code: 1002 },
  'a frame with reserved bits': { bytes: frame(0xf1, text({ type: 'ping' })), code: 1002 },
  'a frame of no known kind': { bytes: frame(0x83, Buffer.from('x')), code: 1002 },
  'a piece of nothing': { bytes: frame(0x80, Buffer.from('x')), code: 1002 },
  'a ping in pieces': { bytes: frame(0x09, Buffer.from('x')), code: 1002 },
  'a ping that is too long': { bytes: frame(0x89, Buffer.alloc(126)), code: 1002 },
  'a goodbye of one byte': { bytes: frame(0x88, Buffer.from([3])), code: 1002 },
  'a goodbye with a code that is none': { bytes: frame(0x88, Buffer.from([0, 1])), code: 1002 },
  'text that is no UTF-8': { bytes: frame(0x81, Buffer.from([0xc3, 0x28])), code: 1007 },
  'a length of two gigabytes': { bytes: frame(0x81, Buffer.alloc(0), { length: 0x7fffffff }), code: 1009 },
  'a message of three hundred kilobytes': { bytes: frame(0x81, Buffer.alloc(300_000, 0x20)), code: 1009 },
  'bytes that are no text': { bytes: frame(0x82, Buffer.from([1, 2, 3])), code: 4400 },
  'JSON that is none': { bytes: frame(0x81, Buffer.from('{')), code: 4400 },
  'JSON that is nested deep': { bytes: frame(0x81, Buffer.from('['.repeat(100_000))), code: 4400 },
  'a message of no type': { bytes: frame(0x81, text({ id: '1' })), code: 4400 },
  'an operation without a document': {
    bytes: frame(0x81, text({ id: '1', type: 'subscribe', payload: {} })),
    code: 4400,
  },
  'an operation before the greeting': {
    bytes: frame(0x81, text({ id: '1', type: 'subscribe', payload: { query: '{ __typename }' } })),
    code: 4401,
  },
  'a greeting twice': {
    bytes: Buffer.concat([
      frame(0x81, text({ type: 'connection_init' })),
      frame(0x81, text({ type: 'connection_init' })),
    ]),
    code: 4429,
  },
}
