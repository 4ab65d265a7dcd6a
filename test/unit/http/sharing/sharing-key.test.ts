import { parse } from 'graphql'
import { describe, expect, test } from 'vitest'
import { sharingKey } from '../../../../src/http/sharing/sharing-key.ts'

const document = parse(
  'subscription S($runId: ID!, $after: String, $types: [RunEventType!]) { runEvents(runId: $runId, after: $after, types: $types) { seq } }',
)
const asked = { document, operationName: 'S', variableValues: { runId: 'r', types: ['TextDelta'] } }
const viewer = { caller: { name: 'a', role: 'VIEWER' }, project: { id: 'p' } } as const
const key = sharingKey(asked, viewer, 'r')

describe('EVT-5 subscriptions share their results', () => {
  test.each([
    ['after different events', { ...asked, variableValues: { ...asked.variableValues, after: 'x' } }, viewer],
    [
      'with variables in another order',
      { ...asked, variableValues: { types: ['TextDelta'], runId: 'r' } },
      viewer,
    ],
    ['of callers with different names', asked, { ...viewer, caller: { name: 'b', role: 'VIEWER' } } as const],
  ])('%s', (_, args, context) => {
    expect(sharingKey(args, context, 'r')).toBe(key)
  })

  test.each([
    ['projects', asked, { ...viewer, project: { id: 'q' } }, 'r'],
    ['roles', asked, { ...viewer, caller: { name: 'a', role: 'ADMIN' } } as const, 'r'],
    ['runs', asked, viewer, 's'],
    ['variables', { ...asked, variableValues: { runId: 'r', types: ['StepStarted'] } }, viewer, 'r'],
    ['operations', { ...asked, operationName: null }, viewer, 'r'],
  ] as const)('KEY-5 not of different %s', (_, args, context, runId) => {
    expect(sharingKey(args, context, runId)).not.toBe(key)
  })

  test('not after different events where the variable is used for something else, too', () => {
    const text =
      'subscription ($after: String!) { runEvents(runId: "r", after: $after) { seq ... on Step { id(of: $after) } } }'
    const twice = (after: string) => ({
      document: parse(text),
      operationName: null,
      variableValues: { after },
    })
    expect(sharingKey(twice('x'), viewer, 'r')).not.toBe(sharingKey(twice('y'), viewer, 'r'))
  })
})
