import { expect } from 'vitest'
import type { Report } from './report.ts'

const query = '{ __typename }'
const answer = { data: { __typename: 'Query' } }
const h2c = {
  connection: 'Upgrade, HTTP2-Settings',
  upgrade: 'h2c',
  'http2-settings': 'AAEAAEAAAAIAAAAAAAMAAAAAAAQBAAAAAAUAAEAAAAYABgAA',
}

export const reportsOfHttp: readonly Report[] = [
  {
    report: 'a POST that offers h2c, as clients of Java send it, is refused',
    over: 'HTTP',
    send: () => ({ headers: h2c, body: { query } }),
    right: { status: 200, body: answer },
  },
  {
    report: 'a GET that offers h2c is refused',
    over: 'HTTP',
    send: () => ({ path: `/graphql?query=${encodeURIComponent(query)}`, headers: h2c }),
    right: { status: 200, body: answer },
  },
  {
    report: 'a request that offers TLS/1.2 is refused at an address without WebSockets',
    over: 'HTTP',
    send: () => ({ path: '/health/live', headers: { connection: 'Upgrade', upgrade: 'TLS/1.2' } }),
    right: { status: 200 },
  },
  {
    report: 'a proxy that keeps its connections for 60 s sends a request into one that the server closes',
    over: 'HTTP',
    send: () => ({ path: '/health/live' }),
    right: { status: 200, headers: { 'keep-alive': 'timeout=75' } },
  },
  {
    report: 'a page of an allowed origin may not send the headers of its client and of its tracing',
    over: 'HTTP',
    send: () => ({
      method: 'OPTIONS',
      headers: {
        origin: 'https://app.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers':
          'apollo-require-preflight,apollographql-client-name,baggage,content-type,sentry-trace',
      },
    }),
    right: {
      status: 204,
      headers: {
        'access-control-allow-origin': 'https://app.example',
        'access-control-allow-headers':
          'apollo-require-preflight, apollographql-client-name, baggage, content-type, sentry-trace',
      },
    },
  },
  {
    report: 'a network layer of Relay sends an id beside each query, and is refused',
    over: 'HTTP',
    send: () => ({ body: { id: 'AppQuery', doc_id: '1', query, variables: {} } }),
    right: { status: 200, body: answer },
  },
  {
    report: 'a client of .NET or PowerShell writes a byte order mark before its JSON',
    over: 'HTTP',
    send: () => ({
      headers: { 'content-type': 'application/json' },
      body: `\uFEFF${JSON.stringify({ query })}`,
    }),
    right: { status: 200, body: answer },
  },
  ...[
    ['a variable that the document does not use', 'query A($a: Int) { __typename }'],
    ['a variable of an unknown type', 'query A($a: Nope) { node(id: $a) { id } }'],
  ].map(
    ([what, wrong]): Report => ({
      report: `${what} has another code over HTTP`,
      over: 'HTTP',
      send: () => ({ body: { query: wrong } }),
      right: { status: 200, body: { errors: [{ extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }] } },
    }),
  ),
  {
    report: 'an API key without its scheme is taken for nobody, as long as there are no keys',
    over: 'HTTP',
    send: () => ({ headers: { authorization: 'rg_0123456789' }, body: { query } }),
    right: {
      status: 401,
      body: {
        errors: [{ message: expect.stringContaining('Bearer'), extensions: { code: 'UNAUTHENTICATED' } }],
      },
    },
  },
  {
    report: 'an operation name that is empty is taken for a name',
    over: 'HTTP',
    send: () => ({ body: { query, operationName: '' } }),
    right: { status: 200, body: answer },
  },
  {
    report: 'a client of PHP writes no variables as an empty array',
    over: 'HTTP',
    send: () => ({ body: { query, variables: [], extensions: [] } }),
    right: { status: 200, body: answer },
  },
  {
    report: 'an array of variables is an error',
    over: 'HTTP',
    send: () => ({ body: { query, variables: [1] } }),
    right: { status: 400, body: { errors: [{ extensions: { code: 'BAD_REQUEST' } }] } },
  },
  {
    report: 'an Idempotency-Key is ignored for a mutation that takes none',
    over: 'HTTP',
    send: ({ runId }) => ({
      headers: { 'idempotency-key': 'order-7' },
      body: { query: `mutation { abortRun(input: { id: "${runId}" }) { __typename } }` },
    }),
    right: {
      status: 400,
      body: {
        errors: [
          {
            message: expect.stringContaining('idempotencyKey'),
            extensions: { code: 'REQUEST_MALFORMED' },
          },
        ],
      },
    },
  },
  {
    report: 'a variable that cannot be coerced has another status than a document that does not fit',
    over: 'HTTP',
    send: () => ({
      headers: { accept: 'application/json' },
      body: { query: 'query($n: Int!) { runs(first: $n) { totalCount } }', variables: { n: 'x' } },
    }),
    right: { status: 200, body: { errors: [{ extensions: { code: 'BAD_REQUEST' } }] } },
  },
  {
    report: 'the HTTP link of a client gets 406 for a subscription',
    over: 'HTTP',
    send: ({ runId }) => ({
      headers: {
        accept: 'multipart/mixed;boundary=graphql;subscriptionSpec=1.0,application/graphql-response+json',
      },
      body: { query: `subscription { runEvents(runId: "${runId}") { type } }` },
    }),
    right: {
      status: 200,
      headers: { 'content-type': 'multipart/mixed;boundary="graphql";subscriptionSpec="1.0"' },
      body: expect.stringContaining('{"payload":{"data":{"runEvents":{"type":"RunFailed"}}}}\r\n--graphql'),
    },
  },
  {
    report: 'a page of none is refused where only the total is wanted',
    over: 'HTTP',
    send: () => ({ body: { query: '{ runs(first: 0) { totalCount edges { cursor } } }' } }),
    right: { status: 200, body: { data: { runs: { totalCount: 1, edges: [] } } } },
  },
  {
    report: 'one malformed id makes a list of nodes fail',
    over: 'HTTP',
    send: ({ runId }) => ({ body: { query: `{ nodes(ids: ["${runId}", "x"]) { id } }` } }),
    right: {
      status: 200,
      body: {
        data: { nodes: [{}, null] },
        errors: [{ path: ['nodes', 1], extensions: { code: 'INVALID_ID' } }],
      },
    },
  },
]
