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
]
