import { describe, expect, test } from 'vitest'
import { at, textAt } from '../graphql/open-graph.ts'
import { forFile } from '../support/for-file.ts'
import { commonParts, createTwin } from '../support/tenants/twins.ts'
import { openTenants, read } from '../support/tenants/two-tenants.ts'

const tenants = forFile(await openTenants({}, commonParts([])))
const twin = await createTwin(tenants, 'alphamark')

/** Agents that ask a person, of each decider; a policy wants the note of `asks-user` approved. */
const deciders = ['USER', 'OPERATOR', 'ADMIN'] as const
for (const decider of deciders) {
  const definition = {
    ...{ model: 'scripted/repeats', name: decider, tools: ['ask_person', 'note'] },
    gates: { decider },
  }
  const input = { slug: `asks-${decider.toLowerCase()}`, definition }
  await twin.read(
    'mutation ($input: CreateAgentInput!) { createAgent(input: $input) { __typename ... on Error { message } } }',
    { input },
  )
}
await twin.read(`mutation { savePolicy(input: {
  type: TOOL, target: "note", permission: REQUIRE_APPROVAL, agent: "asks-user"
}) { __typename ... on Error { message } } }`)

const asking = JSON.stringify([{ name: 'ask_person', arguments: { question: 'Red or blue?' } }])
const noting = JSON.stringify([{ name: 'note', arguments: { text: 'a' } }])

async function tokenOf(run: unknown, abilities: readonly string[]): Promise<string> {
  const mutation = `mutation ($input: CreateAccessTokenInput!) {
    createAccessToken(input: $input) { ... on CreatedAccessToken { token } ... on Error { message } }
  }`
  const input = { runId: textAt(run, 'id'), abilities, subject: 'ann' }
  return textAt(await twin.read(mutation, { input }), 'createAccessToken.token')
}

async function decide(token: string, run: unknown, input: object): Promise<unknown> {
  const mutation = `mutation ($input: ResolveGateInput!) { resolveGate(input: $input) {
    ... on Gate { status resolvedBy resolution { answer } } ... on Error { code message }
    ... on InvalidInputError { path }
  } }`
  const asked = { url: tenants.url, key: token }
  return at(
    await read(asked, mutation, { input: { id: textAt(run, 'gates.0.id'), ...input } }),
    'resolveGate',
  )
}

const blue = { decision: 'ANSWER', answer: { answer: 'Blue.' } }

describe('KEY-11 the holder of a token with the ability ANSWER', () => {
  test('reads the question, and answers it by name', async () => {
    const run = await twin.run({ agent: 'asks-user', input: asking })
    const token = await tokenOf(run, ['READ', 'ANSWER'])
    const query = `{ gates(filter: { status: [OPEN] }) { nodes {
      kind decider respondent context { ... on QuestionContext { question schema url target key } } } } }`
    expect(at(await read({ url: tenants.url, key: token }, query), 'gates.nodes')).toMatchObject([
      {
        ...{ kind: 'INPUT', decider: 'USER', respondent: null },
        context: { question: 'Red or blue?', target: 'ask_person', url: null },
      },
    ])
    expect(await decide(token, run, { decision: 'ANSWER', answer: { answer: 7 } })).toMatchObject({
      ...{ code: 'INVALID_INPUT', path: ['input', 'answer', 'answer'] },
    })
    expect(await decide(token, run, blue)).toEqual({
      ...{ status: 'ANSWERED', resolvedBy: 'ann', resolution: { answer: { answer: 'Blue.' } } },
    })
    expect(await decide(token, run, blue)).toMatchObject({ code: 'GATE_RESOLVED' })
  })

  test('may decline it', async () => {
    const run = await twin.run({ agent: 'asks-user', input: asking })
    const token = await tokenOf(run, ['ANSWER'])
    expect(await decide(token, run, { decision: 'REJECT', note: 'No.' })).toMatchObject({
      status: 'REJECTED',
    })
  })

  test.for(['OPERATOR', 'ADMIN'] as const)('answers none that is for the decider %s', async (decider) => {
    const run = await twin.run({ agent: `asks-${decider.toLowerCase()}`, input: asking })
    expect(await decide(await tokenOf(run, ['READ', 'ANSWER']), run, blue)).toEqual({
      code: 'FORBIDDEN',
      message: 'Deciding at this gate is not permitted to this access token, which is for READ, ANSWER.',
    })
    const asDecider = await decide(await tokenOf(run, ['DECIDE']), run, blue)
    expect(asDecider).toMatchObject(decider === 'ADMIN' ? { code: 'FORBIDDEN' } : { status: 'ANSWERED' })
    if (decider === 'ADMIN') expect(await decide(twin.key, run, blue)).toMatchObject({ status: 'ANSWERED' })
  })

  test('approves no call', async () => {
    const run = await twin.run({ agent: 'asks-user', input: noting })
    const approve = { decision: 'APPROVE' }
    expect(await decide(await tokenOf(run, ['ANSWER']), run, approve)).toMatchObject({ code: 'FORBIDDEN' })
    expect(await decide(await tokenOf(run, ['DECIDE']), run, approve)).toMatchObject({ status: 'APPROVED' })
  })

  test('answers in the scope alone, and not with another ability', async () => {
    const run = await twin.run({ agent: 'asks-user', input: asking })
    const other = await twin.run({ agent: 'asks-user', input: asking })
    expect(await decide(await tokenOf(other, ['ANSWER']), run, blue)).toMatchObject({ code: 'NOT_FOUND' })
    expect(await decide(await tokenOf(run, ['READ']), run, blue)).toMatchObject({ code: 'FORBIDDEN' })
    expect(await decide(await tokenOf(run, ['READ', 'STEER']), run, blue)).toMatchObject({
      code: 'FORBIDDEN',
    })
  })

  test('does so beside operators, whose key needs no ability', async () => {
    const run = await twin.run({ agent: 'asks-user', input: asking })
    expect(await decide(await twin.keyOf('viewer', 'VIEWER'), run, blue)).toMatchObject({ code: 'FORBIDDEN' })
    expect(await decide(await twin.keyOf('operator', 'OPERATOR'), run, blue)).toMatchObject({
      resolvedBy: 'operator',
    })
  })
})
