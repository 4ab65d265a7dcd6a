import { afterAll, describe, expect, it } from 'vitest'
import { forFile } from '../support/for-file.ts'
import { postJson } from '../support/post-json.ts'
import { openServer } from './open-server.ts'

const open = forFile(await openServer())
afterAll(() => expect(open.graph.reports).toEqual([]))

async function ask(query: string, variables: object = {}) {
  const response = await postJson(
    open.endpoint,
    { query, variables },
    { headers: { accept: 'application/json' } },
  )
  const { errors = [], data } = await response.json()
  const [error] = errors
  return { data, code: error?.extensions.code, message: String(error?.message) }
}

/** Every place where the API takes a moment, by the name of the field that an error is to have. */
const places: Readonly<
  Record<string, { readonly query: string; readonly variables: (at: string) => object }>
> = {
  expiresAt: {
    query: 'mutation($input: CreateApiKeyInput!) { createApiKey(input: $input) { __typename } }',
    variables: (expiresAt) => ({ input: { name: 'x', role: 'VIEWER', expiresAt } }),
  },
  since: { query: 'query($at: DateTime) { usage(since: $at) { __typename } }', variables: (at) => ({ at }) },
  createdAfter: {
    query: 'query($at: DateTime) { gates(first: 1, filter: { createdAfter: $at }) { totalCount } }',
    variables: (at) => ({ at }),
  },
}

const noMoments = [
  ...['2026-02-30T00:00:00Z', '2026-02-29T00:00:00Z', '2026-04-31T00:00:00Z', '2026-13-01T00:00:00Z'],
  ...['2026-01-01T24:00:00Z', '2026-01-01T00:60:00Z', '2026-01-01T00:00:00+24:00', '2026-01-01T00:00:00'],
  ...[
    '0000-01-01T00:00:00Z',
    '0001-01-01T00:00:00+01:00',
    '-000001-01-01T00:00:00Z',
    '+300000-01-01T00:00:00Z',
  ],
  ...['300000-01-01T00:00:00Z', '-1', 'infinity', '-infinity', 'now', '', '9999-12-31T23:59:59-01:00'],
]

describe('API-15 a value that is none', () => {
  it.for(Object.keys(places))(
    'API-15 a moment that there is not is INVALID_INPUT, and names %s',
    async (field) => {
      const { query = '', variables = () => ({}) } = places[field] ?? {}
      for (const text of noMoments) {
        const { code, message } = await ask(query, variables(text))
        expect([text, code]).toEqual([text, 'INVALID_INPUT'])
        expect(message).toMatch(field === 'expiresAt' ? /expiresAt/ : /\$at/)
      }
    },
  )

  it('API-15 a moment that there is not is INVALID_INPUT in the document, too', async () => {
    const literals = [
      ['{ usage(since: "2026-02-30T00:00:00Z") { __typename } }', 'Argument "since" has invalid value: '],
      [
        '{ gates(first: 1, filter: { createdAfter: "2026-02-30T00:00:00Z" }) { totalCount } }',
        'Argument "filter" has invalid value at .createdAfter: ',
      ],
    ] as const
    for (const [query, named] of literals) {
      const { code, message } = await ask(query)
      expect(code).toBe('INVALID_INPUT')
      expect(message).toContain(`${named}DateTime takes a moment`)
      expect(message).toContain('2026-02-30')
    }
  })

  it('API-15 an unknown field of a literal is refused with its argument', async () => {
    const { code, message } = await ask('{ runs(filter: { foo: 1 }) { nodes { id } } }')
    expect(code).toBe('GRAPHQL_VALIDATION_FAILED')
    expect(message).toMatch(/^Argument "filter" has invalid value: .* unknown field "foo"/)
  })

  it('API-15 the first and the last moment are taken, and a leap day', async () => {
    for (const text of ['0001-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z', '2024-02-29T23:59:59+23:59'])
      expect(
        (
          await ask(
            'query($at: DateTime) { gates(first: 1, filter: { createdAfter: $at }) { totalCount } }',
            {
              at: text,
            },
          )
        ).data,
      ).toEqual({
        gates: { totalCount: 0 },
      })
  })

  it('API-15 a long number is not said back', async () => {
    const query = 'mutation($input: TriggerRunInput!) { triggerRun(input: $input) { __typename } }'
    const long = '9'.repeat(10_000)
    const { code, message } = await ask(query, { input: { agent: 'x', input: 'x', maxCostUsd: long } })
    expect([code, message.length <= 500]).toEqual(['INVALID_INPUT', true])
    expect(message).toContain('maxCostUsd')
    const literal = await ask(
      `mutation { triggerRun(input: { agent: "x", input: "x", maxCostUsd: "${long}" }) { __typename } }`,
    )
    expect([literal.code, literal.message.length <= 500]).toEqual(['INVALID_INPUT', true])
    expect(literal.message).toContain('at .maxCostUsd: ')
    const whole = await ask(`{ gates(first: ${long}) { totalCount } }`)
    expect([whole.code, whole.message.length <= 500]).toEqual(['GRAPHQL_VALIDATION_FAILED', true])
    expect(whole.message).toMatch(/^Argument "first" has invalid value: Int cannot/)
    expect(await ask(`{ gates(first: ${long}) { totalCount } }`)).toEqual(whole)
  })

  const counts: readonly (readonly [string, unknown])[] = [
    ['a fraction', 1.5],
    ['text', '5'],
    ['a list', [5]],
    ['more than 2^53 - 1', 2 ** 53],
    ['what is no number and cannot be text', { toString: 1, valueOf: 1 }],
  ]
  it.for(counts)('API-15 a count of tokens that is %s is refused, and named', async ([, maxTokensPerDay]) => {
    const query = 'mutation($input: UpdateProjectInput!) { updateProject(input: $input) { __typename } }'
    const { code, message } = await ask(query, { input: { maxTokensPerDay } })
    expect(code).toBe('BAD_REQUEST')
    expect(message).toContain('maxTokensPerDay')
  })

  it('API-15 a count of tokens above 2^31 - 1 is taken and given back', async () => {
    const query = `mutation($input: UpdateProjectInput!) { updateProject(input: $input) {
      ... on Project { maxTokensPerDay defaultLimits { maxTokens } } } }`
    const input = { maxTokensPerDay: 3e9, defaultLimits: { maxTokens: 1e15 } }
    expect((await ask(query, { input })).data).toEqual({
      updateProject: { maxTokensPerDay: 3e9, defaultLimits: { maxTokens: 1e15 } },
    })
  })
})
