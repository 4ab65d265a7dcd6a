import { describe, expect, test } from 'vitest'
import { parseGlobalId, toGlobalId, uuidOf } from '../../../src/graphql/global-id.ts'

const uuid = '01a22b9e-4215-7168-b7ec-788fdb94aad6'

describe('RUN-12 a global id', () => {
  test.for([
    ['Run', uuid, 'run_01a22b9e42157168b7ec788fdb94aad6'],
    ['ModelCall', uuid, 'model_call_01a22b9e42157168b7ec788fdb94aad6'],
    ['ApiKey', uuid, 'api_key_01a22b9e42157168b7ec788fdb94aad6'],
    ['RunEvent', `${uuid}:12`, 'event_01a22b9e42157168b7ec788fdb94aad6_12'],
    ['RunEvent', `${uuid}:7:RUNS`, 'event_01a22b9e42157168b7ec788fdb94aad6_7_RUNS'],
  ] as const)('of the kind %s says the kind and the UUID', ([kind, id, text]) => {
    expect(toGlobalId(kind, id)).toBe(text)
    expect(parseGlobalId(text)).toEqual({ kind, id })
  })

  test('is read as it was once, in base64', () => {
    const old = Buffer.from(`Run:${uuid}`).toString('base64')
    expect(parseGlobalId(old)).toEqual({ kind: 'Run', id: uuid })
    expect([uuidOf('Run', old), uuidOf('Gate', old)]).toEqual([uuid, null])
    const event = Buffer.from(`RunEvent:${uuid}:3`).toString('base64')
    expect(parseGlobalId(event)).toEqual({ kind: 'RunEvent', id: `${uuid}:3` })
  })

  test.for([
    'run_',
    'run_01a22b9e42157168b7ec788fdb94aad',
    'run_01A22B9E42157168B7EC788FDB94AAD6',
    'run_01a22b9e42157168b7ec788fdb94aad6_1',
    'event_01a22b9e42157168b7ec788fdb94aad6',
    'event_01a22b9e42157168b7ec788fdb94aad6_0',
    'event_01a22b9e42157168b7ec788fdb94aad6_1_NONE',
    'runs_01a22b9e42157168b7ec788fdb94aad6',
    'run_01a22b9e42157168b7ec788fdb94aad6\n',
    uuid,
  ])('is not %j', (text) => {
    expect(parseGlobalId(text)).toBeNull()
  })
})
