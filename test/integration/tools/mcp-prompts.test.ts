import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { composeApp } from '../../../src/app.ts'
import { readConfig } from '../../../src/settings/config.ts'
import { root } from '../../checks/run-command.ts'
import { createTestDatabase } from '../../support/database.ts'
import { forFile } from '../../support/for-file.ts'
import { postJson } from '../../support/post-json.ts'
import { untilConnected } from '../../tools/until-connected.ts'

/** An app with the MCP server of the examples. */
const database = forFile(await createTestDatabase())
const settings = {
  ...{ DATABASE_URL: database.connectionString, PORT: '0', RUNGRAPH_LOG_LEVEL: 'silent' },
  RUNGRAPH_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
}
const app = forFile(
  await composeApp(readConfig({ ...settings, RUNGRAPH_MCP: join(root, 'examples/mcp.json') })),
)
const { url } = await app.start()
await untilConnected(url ?? '')

async function ask(query: string, variables: object = {}) {
  const response = await postJson(`${url}/graphql`, { query, variables })
  return JSON.parse(await response.text())
}

const trigger = `mutation Trigger($input: TriggerRunInput!) {
  triggerRun(input: $input) { __typename ... on Run { id input } ... on Error { code message } }
}`

async function triggered(input: object) {
  const { data } = await ask(trigger, { input: { agent: 'demo-chat', ...input } })
  return data.triggerRun
}

const prompt = { server: 'orders', name: 'answer_customer', arguments: { customer: 'Kim' } }

test('MCP-11 MCP-12 the API shows MCP servers with what they say, and the prompts that they have', async () => {
  const { data } = await ask(
    '{ mcpServers { name absence instructions prompts { name title description arguments { name description required } } } }',
  )
  expect(data.mcpServers).toEqual([
    {
      name: 'orders',
      absence: null,
      instructions: 'Prices are in euros. Look an order up before you add a note to it.',
      prompts: [
        {
          name: 'answer_customer',
          title: 'Answer a customer',
          description: 'Asks for an answer to the question of a customer about their orders.',
          arguments: [
            { name: 'customer', description: 'The name of the customer.', required: true },
            { name: 'question', description: 'What they want to know.', required: false },
          ],
        },
      ],
    },
  ])
})

test('MCP-12 a prompt becomes the input of a run, which is stored as it was given', async () => {
  const first = await triggered({ prompt, idempotencyKey: 'prompt-1' })
  expect(first).toMatchObject({
    __typename: 'Run',
    input: 'The customer Kim asks: When do my orders arrive? Look up their orders, and answer.',
  })
  expect(await triggered({ prompt, idempotencyKey: 'prompt-1' })).toMatchObject({ id: first.id })
  const other = { ...prompt, arguments: { customer: 'Robin' } }
  expect(await triggered({ prompt: other, idempotencyKey: 'prompt-1' })).toMatchObject({
    code: 'IDEMPOTENCY_CONFLICT',
  })
})

test.each([
  [{}, /^input is empty/],
  [{ prompt, input: 'And this.' }, /^prompt is given, and so is input/],
  [
    { prompt: { ...prompt, server: 'shop' } },
    /^prompt\.server is "shop", and no MCP server has that name\. Known: orders\./,
  ],
  [{ prompt: { ...prompt, name: 'none' } }, /^prompt was not given by the MCP server "orders": .*none/],
  [{ prompt: { ...prompt, arguments: {} } }, /^prompt was not given by the MCP server "orders": .*customer/],
  [{ prompt: { ...prompt, arguments: { customer: 7 } } }, /^prompt\.arguments has a value that is no text/],
  [{ prompt: { ...prompt, arguments: ['Kim'] } }, /^prompt\.arguments must be an object/],
])('MCP-12 a prompt that cannot be given is refused with the reason: %j', async (input, words) => {
  const refused = await triggered(input)
  expect(refused).toMatchObject({ __typename: 'InvalidInputError', code: 'INVALID_INPUT' })
  expect(refused.message).toMatch(words)
})

describe('MCP-12 a parameter of a workflow', () => {
  const told = 'The customer Kim asks: When do my orders arrive? Look up their orders, and answer.'

  beforeAll(async () => {
    const make = `mutation ($agent: CreateAgentInput!, $workflow: CreateWorkflowInput!) {
      createAgent(input: $agent) { __typename } createWorkflow(input: $workflow) { __typename } }`
    const definition = { name: 'Clerk', model: 'scripted/none', tools: ['current_time'] }
    const text = { type: 'string', maxLength: 200 }
    const plan = { actions: [{ name: 'now', type: 'TOOL', target: 'current_time' }] }
    const parameters = { properties: { question: text, copy: text, count: { type: 'integer' } } }
    const workflow = { slug: 'ask', definition: { plan, parameters, agent: 'clerk', output: '$question' } }
    const { data } = await ask(make, { agent: { slug: 'clerk', definition }, workflow })
    expect(data).toEqual({
      createAgent: { __typename: 'Agent' },
      createWorkflow: { __typename: 'Workflow' },
    })
  })

  async function started(input: object) {
    const { data, errors } = await ask(
      `mutation ($input: RunWorkflowInput!) { runWorkflow(input: $input) {
        __typename ... on Run { id input } ... on Error { code message } ... on InvalidInputError { path } } }`,
      { input: { workflow: 'ask', ...input } },
    )
    return data?.runWorkflow ?? errors
  }

  const asked = { parameter: 'question', prompt }

  test('is the text of a prompt, which forks and the same key do not ask for again', async () => {
    const prompts = [asked, { parameter: 'copy', prompt }]
    const call = { parameters: { count: 2 }, prompts, idempotencyKey: 'workflow-1' }
    const first = await started(call)
    expect(first).toMatchObject({ __typename: 'Run', input: expect.stringContaining(JSON.stringify(told)) })
    const read = async () => {
      const { data } = await ask('query ($id: ID!) { run(id: $id) { status output context } }', {
        id: first.id,
      })
      return data.run
    }
    await expect.poll(read, { timeout: 20_000 }).toMatchObject({
      ...{ status: 'COMPLETED', output: told },
      context: { question: told, copy: told, count: 2 },
    })
    expect(await started(call)).toMatchObject({ id: first.id })
    expect(await started({ ...call, prompts: [asked] })).toMatchObject({ code: 'IDEMPOTENCY_CONFLICT' })
    expect(await started({ ...call, prompts: [] })).toMatchObject({ code: 'IDEMPOTENCY_CONFLICT' })
  })

  test.each([
    [
      [{ ...asked, parameter: 'city' }],
      /^prompts\[0\]\.parameter is "city", and the workflow "ask" has no such/,
    ],
    [[{ ...asked, parameter: 'count' }], /^parameters do not fit .*count must be a whole number/],
    [[asked, asked], /^prompts\[1\]\.parameter is "question", which is given already/],
    [[{ ...asked, parameter: '__proto__' }], /^prompts\[0\]\.parameter is "__proto__", and the workflow/],
    [
      [asked, { parameter: 'copy', prompt: { ...prompt, server: 'shop' } }],
      /^prompts\[1\]\.prompt\.server is "shop"/,
    ],
    [
      [{ ...asked, prompt: { ...prompt, name: 'none' } }],
      /^prompts\[0\]\.prompt was not given by the MCP server "orders"/,
    ],
    [
      [{ ...asked, prompt: { ...prompt, arguments: { customer: 7 } } }],
      /^prompts\[0\]\.prompt\.arguments has a value/,
    ],
    [
      [{ ...asked, prompt: { ...prompt, arguments: { customer: 'K'.repeat(200) } } }],
      /^parameters do not fit/,
    ],
  ])('is refused where it cannot be given: %j', async (prompts, words) => {
    const refused = await started({ prompts })
    expect(refused).toMatchObject({ __typename: 'InvalidInputError', code: 'INVALID_INPUT' })
    expect(refused.message).toMatch(words)
  })

  test('is refused where `parameters` has it too', async () => {
    expect(await started({ parameters: { question: 'Why?' }, prompts: [asked] })).toMatchObject({
      message: expect.stringMatching(/^prompts\[0\]\.parameter is "question", which is given already/),
      path: ['input', 'prompts', '0', 'parameter'],
    })
  })

  test('is for callers who may run workflows, and no end user', async () => {
    const { data } = await ask(
      `mutation { createAccessToken(input: { tag: "ann", subject: "ann", abilities: [READ, TRIGGER], agent: "clerk" }) {
        ... on CreatedAccessToken { token } ... on Error { message } } }`,
    )
    const { token } = data.createAccessToken
    expect(token).toBeTypeOf('string')
    const query = `mutation ($input: RunWorkflowInput!) { runWorkflow(input: $input) { __typename } }`
    const variables = { input: { workflow: 'ask', prompts: [asked] } }
    const response = await postJson(
      `${url}/graphql`,
      { query, variables },
      {
        headers: { authorization: `Bearer ${token}` },
      },
    )
    expect(await response.json()).toEqual({ data: { runWorkflow: { __typename: 'ForbiddenError' } } })
  })
})
