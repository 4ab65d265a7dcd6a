import { describe, expect, inject, it } from 'vitest'
import { defineAgent, defineTool } from '../../src/index.ts'
import { createTestApp, type Script, sequence } from '../../src/testing/index.ts'
import { forFile } from '../support/for-file.ts'

const refunded: string[] = []

const refund = defineTool({
  name: 'refund',
  description: 'Pays an order back.',
  input: { type: 'object', properties: { order: { type: 'string' } }, required: ['order'] },
  effect: 'once',
  execute: ({ order }) => {
    refunded.push(String(order))
    return `Order ${String(order)} was refunded.`
  },
})

const pay = (order: string, more = {}) => ({
  actions: [{ name: 'pay', type: 'TOOL', target: 'refund', parameters: { order }, ...more }],
})

const words = sequence(
  {
    plan: {
      actions: [
        {
          name: 'ask',
          type: 'LLM',
          parameters: { prompt: 'How many barges?' },
          retry: { backoffMs: 0 },
        },
      ],
    },
  },
  { answer: 'All is said.' },
)

const scripts: Record<string, Script> = {
  once: sequence({ reasoning: 'First the money.', plan: pay('7') }, { answer: 'Order 7 is paid back.' }),
  twice: sequence({ plan: pay('7') }, { plan: pay('8') }, { answer: 'Both are paid back.' }),
  corrected: sequence(
    { plan: pay('7', { dependsOn: ['nothing'] }) },
    { text: 'no plan at all' },
    { plan: pay('9') },
    { answer: 'Order 9 is paid back.' },
  ),
  aside: (asked) => (asked.isAside ? { text: `Nine, to: ${asked.input}` } : words(asked)),
  unaware: words,
  calls: sequence(
    { toolCalls: [{ name: 'refund', arguments: { order: '7' } }] },
    { text: '' },
    { text: 'It is paid back.' },
  ),
}

const planners = ['once', 'twice', 'corrected', 'aside', 'unaware']

const app = forFile(
  await createTestApp({
    server: inject('postgres'),
    agents: Object.keys(scripts).map((slug) =>
      defineAgent({
        ...{ slug, model: `scripted/${slug}`, tools: ['refund'], maxSteps: 6 },
        planner: planners.includes(slug) ? 'PLAN' : 'TOOL_CALLS',
      }),
    ),
    ...{ tools: [refund], scripts },
  }),
)

async function play(slug: string) {
  refunded.length = 0
  const { status, answer, types, of } = await app.run(slug, 'Refund order 7.')
  return { status, answer, types, of, paid: [...refunded] }
}

describe('EMB-4 a sequence', () => {
  it('of an agent that plans goes on to its next turn after the results of a plan', async () => {
    const { status, answer, paid, of } = await play('once')
    expect([status, answer, paid]).toEqual(['COMPLETED', 'Order 7 is paid back.', ['7']])
    expect(
      of('ReasoningDelta')
        .map(({ text }) => text)
        .join(''),
    ).toBe('First the money.')
    expect(await play('twice')).toMatchObject({ answer: 'Both are paid back.', paid: ['7', '8'] })
  })

  it('goes on after a plan that is not valid, and after words in the place of one', async () => {
    const { status, answer, paid } = await play('corrected')
    expect([status, answer, paid]).toEqual(['COMPLETED', 'Order 9 is paid back.', ['9']])
  })

  it('goes on after an answer that the engine sends back', async () => {
    const { status, answer, paid } = await play('calls')
    expect([status, answer, paid]).toEqual(['COMPLETED', 'It is paid back.', ['7']])
  })

  it('begins anew with the next message of a person in a session', async () => {
    refunded.length = 0
    for (const input of ['Refund order 7.', 'Do it again.'])
      expect((await app.run('once', input, { sessionKey: 'talk' })).answer).toBe('Order 7 is paid back.')
    expect(refunded).toEqual(['7', '7'])
  })
})

describe('EMB-4 a question beside the conversation', () => {
  it('is answered apart from the turns', async () => {
    const { status, answer, of } = await play('aside')
    expect([status, answer]).toEqual(['COMPLETED', 'All is said.'])
    expect(of('ActionCompleted')).toMatchObject([{ output: 'Nine, to: How many barges?' }])
  })

  it('says what to write where the script has only a plan for it', async () => {
    const { of } = await play('unaware')
    expect(JSON.stringify(of('ActionFailed'))).toContain('answer it with `text` where `isAside` is true')
  })
})
