import { beforeEach, describe, expect, it } from 'vitest'
import type { AgentDefinitionInput } from '../../../src/domain/agent.ts'
import type { ModelRequest } from '../../../src/domain/model.ts'
import { toAnthropicRequest } from '../../../src/models/anthropic/anthropic-request.ts'
import { toGoogleRequest } from '../../../src/models/google/google-request.ts'
import { toResponsesRequest } from '../../../src/models/openai/openai-request.ts'
import { createFakeClock } from '../../../src/testing/fake-clock.ts'
import { chatRequest } from '../../support/chat-request.ts'
import { testTool } from '../../support/engine.ts'
import { engineForFile } from '../../support/for-file.ts'
import { decide, openGates } from '../../support/gates.ts'
import { answer, createLiveModel } from '../../support/live-model.ts'

const live = createLiveModel()
const clock = createFakeClock()
const names = Array.from({ length: 60 }, (_, n) => `look_${n}`)
const description = 'Looks around, and says what is there. It takes a while.'
const tools = names.map((name) => testTool(name, async () => 'A tree.', { description }))

const { database, engine } = await engineForFile({
  ...{ clock, tools, providers: [live], leaseMs: 86_400_000 },
  canExecuteTool: ({ target }) => (target === 'look_1' ? 'REQUIRE_APPROVAL' : 'ALLOW'),
})

/** A model that calls this tool for each message, and then answers. */
function callsOf(tool: string) {
  live.plays.m = async function* (request) {
    const isAsked = request.messages.at(-1)?.role === 'user'
    yield isAsked ? answer(request, '', [{ name: tool, arguments: {} }]) : answer(request, 'Done.')
  }
}

beforeEach(() => callsOf('look_0'))

const agent = {
  model: 'live/m',
  systemPrompt: 'You are terse. '.repeat(100),
  tools: names,
  promptSections: ['DATE_TIME', 'CONTEXT', 'SKILLS', 'MEMORY', 'TOOLS'],
} satisfies Partial<AgentDefinitionInput>

/** What a model was asked since. */
const askedSince = (before: number) => live.requests.slice(before)

/** A session with two messages, this long after each other: the last request of the first, and the first of the second. */
async function twoMessages(pauseMs: number) {
  const before = live.requests.length
  const defined = await engine.define(() => ({}), agent)
  const say = async (input: string) => {
    const call = { projectId: engine.project.id, agent: defined, sessionKey: `s-${before}`, input }
    await engine.finished((await engine.operations.triggerRun(call)).runId)
  }
  await say('What is there?')
  await clock.advance(pauseMs)
  await say('And now?')
  const [first, last, next] = askedSince(before)
  return pairOf(first, last, next)
}

/** The same of a run whose call is approved after so long. */
async function acrossGate(pauseMs: number) {
  callsOf('look_1')
  const before = live.requests.length
  const runId = await engine.trigger(() => ({}), { agent })
  await expect.poll(async () => (await openGates(database, runId)).length, { timeout: 20_000 }).toBe(1)
  await clock.advance(pauseMs)
  const [gate] = await openGates(database, runId)
  await decide(engine, gate?.id, 'APPROVE')
  await engine.finished(runId)
  const [first, next] = askedSince(before)
  return pairOf(first, first, next)
}

function pairOf(...requests: readonly (ModelRequest | undefined)[]) {
  const [first, last, next] = requests
  if (!first || !last || !next) throw new Error('The model was not asked so often.')
  return { first, last, next }
}

/** Each wire format: what a provider's cache reads of a request, in its order, and the messages alone. */
const wires: readonly (readonly [
  string,
  (request: ModelRequest) => readonly [unknown, readonly unknown[]],
])[] = [
  [
    'anthropic',
    (request) => {
      const { tools: declared, system, messages } = toAnthropicRequest(request)
      return [[declared, system], messages]
    },
  ],
  [
    'openai',
    (request) => {
      const { tools: declared, instructions, input } = toResponsesRequest(request)
      return [[declared, instructions], Array.isArray(input) ? input : []]
    },
  ],
  [
    'openai-chat',
    (request) => {
      const { tools: declared, messages } = chatRequest(request, 'openai')
      return [declared, messages]
    },
  ],
  [
    'google',
    (request) => {
      const { contents, config } = toGoogleRequest(request, 'google')
      return [[config?.tools, config?.systemInstruction], Array.isArray(contents) ? contents : []]
    },
  ],
]

describe.each(wires)('CTX-4 the request of %s', (_provider, parts) => {
  it.each([
    ['65 s after the last message of its session', () => twoMessages(65_000)],
    ['a day after it', () => twoMessages(86_400_000)],
    ['after a gate of 65 s', () => acrossGate(65_000)],
    ['after a gate of a day', () => acrossGate(86_400_000)],
  ])('begins with all of the one before: %s', async (_when, ask) => {
    const { last, next } = await ask()
    const [before, earlier] = parts(last)
    const [after, messages] = parts(next)
    expect(JSON.stringify(after)).toBe(JSON.stringify(before))
    expect(messages.slice(0, earlier.length)).toEqual(earlier)
    expect(messages.length).toBeGreaterThan(earlier.length)
  })
})

it('CTX-4 tells the time with each message, after a long gate, and not in the system prompt', async () => {
  const times = async (asked: Promise<{ readonly next: ModelRequest }>) =>
    chatRequest((await asked).next, 'openai').messages.flatMap(({ role, content }) =>
      [...String(content).matchAll(/\[The date and time is (.*)\.\]$/g)].map(([, time]) => `${role} ${time}`),
    )
  const now = () =>
    new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'UTC' }).format(clock.now())
  const began = now()
  const said = await times(twoMessages(65_000))
  expect(said).toHaveLength(2)
  expect(said[0]).toMatch(new RegExp(`^user .* ${began} \\(UTC\\)$`))
  expect(said[1]).toMatch(new RegExp(`^user .* ${now()} \\(UTC\\)$`))
  expect(await times(acrossGate(65_000))).toHaveLength(1)
  const gated = await times(acrossGate(7_200_000))
  expect(gated).toHaveLength(2)
  expect(gated[1]).toMatch(new RegExp(`^tool .* ${now()} \\(UTC\\)$`))
})

it('CTX-4 describes each tool once', async () => {
  const { first } = await twoMessages(1_000)
  expect(JSON.stringify(chatRequest(first, 'openai')).split('Looks around').length - 1).toBe(60)
  expect(first.systemPrompt).toBe(agent.systemPrompt)
})
