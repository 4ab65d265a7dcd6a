import type { Report } from './report.ts'

const follow = (id: string, runId: string) => ({
  id,
  type: 'subscribe',
  payload: {
    query: 'subscription($id: ID!) { runEvents(runId: $id, types: [RunFailed]) { type } }',
    variables: { id: runId },
  },
})
const ask = (id: string) => ({ id, type: 'subscribe', payload: { query: '{ __typename }' } })
const file = 'test/http/reused-ids.test.ts'

export const reportsOfSockets: readonly Report[] = [
  {
    report:
      'an operation id that is used again right after complete gets the answer of the new operation alone',
    over: 'WebSocket',
    send: ({ runId }) => [follow('1', runId), { id: '1', type: 'complete' }, ask('1')],
    right: [
      { id: '1', type: 'next', payload: { data: { __typename: 'Query' } } },
      { id: '1', type: 'complete' },
    ],
  },
  {
    report: 'a subscription under a used id gets each event once',
    over: 'a test of its own',
    file,
    title: 'gets each event once, also in one burst (%s)',
  },
  {
    report: 'a mutation under a used id is executed and answered once',
    over: 'a test of its own',
    file,
    title: 'executes and answers each mutation once: its client completes it at its result',
  },
  {
    report: 'subscribe and complete in quick succession pass by the limit of operations',
    over: 'a test of its own',
    file,
    title: 'are as many as allowed in a burst of a thousand, of which the last is followed',
  },
  {
    report: 'subscriptions stay open after their socket has closed',
    over: 'a test of its own',
    file,
    title: 'end with it, wherever it is cut',
  },
  {
    report: 'an empty operation name and empty arrays are taken for none over a WebSocket, too',
    over: 'WebSocket',
    send: () => [
      {
        id: '1',
        type: 'subscribe',
        payload: { id: 'Q', query: '{ __typename }', operationName: '', variables: [], extensions: [] },
      },
    ],
    right: [{ id: '1', type: 'next', payload: { data: { __typename: 'Query' } } }, { type: 'complete' }],
  },
  {
    report: 'a variable that the document does not use has another code over a WebSocket',
    over: 'WebSocket',
    send: () => [{ id: '1', type: 'subscribe', payload: { query: 'query A($a: Int) { __typename }' } }],
    right: [{ id: '1', type: 'error', payload: [{ extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }] }],
  },
  {
    report: 'a variable that cannot be coerced has another code over a WebSocket, and comes as a result',
    over: 'WebSocket',
    send: () => [
      {
        id: '1',
        type: 'subscribe',
        payload: {
          query: 'subscription($id: ID!) { runEvents(runId: $id) { seq } }',
          variables: { id: null },
        },
      },
    ],
    right: [{ id: '1', type: 'error', payload: [{ extensions: { code: 'BAD_REQUEST' } }] }],
  },
  {
    report: 'a client that sends its headers in connection_init is not known',
    over: 'a test of its own',
    file: 'test/http/api-keys.test.ts',
    title: 'the headers of a request',
  },
  {
    report: 'a client whose connection_init is refused does not hear why',
    over: 'a test of its own',
    file: 'test/http/api-keys.test.ts',
    title: 'a refusal says why, with the code',
  },
]
