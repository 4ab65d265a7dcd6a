import { trials } from '../../support/trials.ts'
import { frameOf, opcodes } from '../raw-frames.ts'
import { upgrade } from './requests.ts'

/** Bytes that each of some connections sends over and over, without reading. */
export interface Flood {
  /** Once, at first. */
  readonly greeting?: string | Buffer
  /** Then this, by its number. */
  readonly part: (nth: number) => string | Buffer
  /** Bytes of parts that each connection sends. Default: 256 KiB, of which `npm test` sends 32. */
  readonly bytes?: number
}

const host = 'Host: 127.0.0.1\r\n'

function get(target: string, headers = ''): Flood['part'] {
  const text = `GET ${target} HTTP/1.1\r\n${host}${headers}\r\n`
  return () => text
}

function post(target: string, body: (nth: number) => object, headers: string): Flood['part'] {
  return (nth) => {
    const text = JSON.stringify(body(nth))
    return `POST ${target} HTTP/1.1\r\n${host}Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n${headers}\r\n${text}`
  }
}

const subscription = 'subscription { runUpdated { cursor } }'
const heavy = '{ runs(first: 50) { totalCount edges { node { id status steps(first: 5) { totalCount } } } } }'
const message = (value: object) => frameOf(JSON.stringify(value))
const greeting = Buffer.concat([Buffer.from(upgrade), message({ type: 'connection_init' })])

/** Floods of a caller whose `Authorization` this is, and of one without. `graphiqlPart` is the path of one of its scripts. */
export function floodsOf(key: string, graphiqlPart: string): Readonly<Record<string, Flood>> {
  const as = `Authorization: Bearer ${key}\r\n`
  const init = Buffer.concat([
    Buffer.from(upgrade),
    message({ type: 'connection_init', payload: { authorization: `Bearer ${key}` } }),
  ])
  const sse = 'Accept: text/event-stream\r\n'
  return {
    'is it ready': { part: get('/health/ready') },
    'does it live': { part: get('/health/live') },
    'metrics without a key': { part: get('/metrics') },
    metrics: { part: get('/metrics', as) },
    'queries without a key': { part: get('/graphql?query={__typename}') },
    'unknown keys': {
      part: (nth) => get('/graphql?query={__typename}', `Authorization: Bearer rg_${nth}\r\n`)(nth),
    },
    'queries by GET': { part: get(`/graphql?query=${encodeURIComponent(heavy)}`, as) },
    'queries by POST': { part: post('/graphql', () => ({ query: heavy }), as) },
    'documents that are each new': {
      part: post(
        '/graphql',
        (nth) => ({ query: `{ ${'a: __typename '.repeat(60)} b${nth}: __typename }` }),
        as,
      ),
    },
    batches: { part: post('/graphql', () => Array<object>(10).fill({ query: heavy }), as) },
    'bodies that are refused': { part: post('/graphql', () => ({ query: 1 }), as) },
    'the page of GraphiQL': { part: get('/graphql', 'Accept: text/html\r\n') },
    'parts of the page': { part: get(graphiqlPart) },
    'what is not there': { part: get('/nowhere', as) },
    'hosts that are none': { part: (nth) => `GET /${nth} HTTP/1.1\r\nHost: a b\r\n\r\n` },
    'triggers without a key': {
      part: post('/api/projects/default/agents/x/trigger', () => ({ input: 'x' }), ''),
    },
    'triggers of no agent': {
      part: post('/api/projects/default/agents/x/trigger', () => ({ input: 'x' }), as),
    },
    'event streams': { part: get(`/graphql?query=${encodeURIComponent(subscription)}`, as + sse) },
    'requests that offer another protocol': {
      part: get('/graphql?query={__typename}', `${as}Connection: Upgrade\r\nUpgrade: h2c\r\n`),
    },
    'requests and WebSockets': { part: () => get('/health/live')(0) + upgrade },
    'WebSockets and no greeting': { greeting: upgrade, part: () => message({ type: 'ping' }) },
    'operations of a WebSocket': {
      greeting: init,
      part: (nth) => message({ type: 'subscribe', id: String(nth), payload: { query: heavy } }),
    },
    'subscriptions of a WebSocket': {
      greeting: init,
      part: (nth) => message({ type: 'subscribe', id: String(nth), payload: { query: subscription } }),
    },
    'one id of a WebSocket, subscribed and completed': {
      greeting: init,
      part: (nth) =>
        Buffer.concat([
          message({ type: 'subscribe', id: '1', payload: { query: `# ${nth}\n${subscription}` } }),
          message({ type: 'complete', id: '1' }),
        ]),
    },
    'pings of graphql-ws': {
      greeting: init,
      part: () => message({ type: 'ping', payload: { text: 'x'.repeat(100) } }),
    },
    'pings of WebSockets': { greeting: init, part: () => frameOf('x'.repeat(100), { opcode: opcodes.ping }) },
    'a WebSocket that is let in nowhere': { greeting, part: () => message({ type: 'pong' }) },
    'headers without end': {
      greeting: 'GET / HTTP/1.1\r\n',
      part: (nth) => `X-${nth}: x\r\n`,
      bytes: 15_000,
    },
    'a body that does not end': {
      greeting: `POST /graphql HTTP/1.1\r\n${host}${as}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`,
      part: () => `400\r\n${' '.repeat(0x400)}\r\n`,
    },
    'a body in pieces of one byte': {
      greeting: `POST /graphql HTTP/1.1\r\n${host}${as}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`,
      part: () => '1\r\n \r\n'.repeat(1_000),
      bytes: trials(3 * 1024) * 1024,
    },
    'documents for public addresses': { part: post('/health/graphql', () => ({ query: heavy }), '') },
  }
}
