import { describe, expect, it } from 'vitest'

import { createRunRenderer, type PrintedEvent, renderEnd } from '../../../src/cli/follow/render-run.ts'
import { colored, plain, terminalWidth } from '../../../src/cli/terminal/terminal.ts'
import { harmlessJson, nextCommandAt } from '../../../src/cli/terminal/terminal-text.ts'

type EventOf<Name extends PrintedEvent['__typename']> = Extract<PrintedEvent, { __typename: Name }>

let seq = 0

/** An event with these fields of its own. */
function event<Name extends PrintedEvent['__typename']>(
  __typename: Name,
  fields: Partial<EventOf<Name>>,
): PrintedEvent {
  seq += 1
  const common = { seq, cursor: `c${seq}`, at: '2026-11-01T00:00:00Z', stepNumber: 1 }
  // The rest is not shown.
  return { __typename, ...common, ...fields } as EventOf<Name>
}

function render(
  events: readonly PrintedEvent[],
  { width = 60, paint = plain, url = 'http://127.0.0.1:4500' } = {},
): string {
  const next = createRunRenderer({ width, paint, command: nextCommandAt(url) })
  return events.map(next).join('')
}

const delta = (messageId: string, offset: number, text: string) =>
  event('TextDelta', { messageId, offset, text })

describe('CLI-6 a run in the terminal', () => {
  it('is readable: text as it comes, tools in a line each, gates with the commands that decide them', () => {
    const gate = {
      id: 'R2F0ZQ==',
      kind: 'ACTION_APPROVAL',
      status: 'OPEN',
      reason: 'Refunds are approved.',
      resolvedBy: null,
      expiresAt: null,
      decider: 'OPERATOR',
      respondent: null,
      context: {},
    } as const
    const action = {
      id: 'a',
      name: 'pay_refund',
      target: 'pay_refund',
      parameters: { orderId: 'A-1001', amountUsd: 49.5 },
    }
    const shown = render([
      event('RunStarted', { agentName: 'Clerk', maxSteps: 3 }),
      event('StepStarted', { maxSteps: 3 }),
      delta('m1', 0, 'I look '),
      delta('m1', 7, 'it up.'),
      event('ActionStarted', {
        ...{
          name: 'find_order',
          actionId: 'a',
          actionType: 'TOOL',
          attempt: 1,
          target: 'find_order',
          mode: 'SYNC',
        },
        parameters: { orderId: 'A-1001', fields: ['customer', 'item', 'paidUsd', 'status'] },
      }),
      event('ActionAttemptFailed', {
        ...{ name: 'find_order', actionId: 'a', attempt: 1, target: 'find_order', delayMs: 2_000 },
        ...{ error: 'connect ECONNREFUSED\n 127.0.0.1:9', errorCode: 'TOOL_FAILED' },
      }),
      event('ActionCompleted', {
        name: 'find_order',
        actionId: 'a',
        attempt: 2,
        durationMs: 12,
        output: { item: 'Desk lamp' },
      }),
      event('GateOpened', { gateId: 'g', gate: { ...gate, action } }),
      event('RunWaiting', { gates: 1, childRuns: 0 }),
      event('GateResolved', {
        gateId: 'g',
        gate: { ...gate, action, status: 'APPROVED', resolvedBy: 'ops' },
      }),
      delta('m2', 0, 'Done.'),
      event('FinalAnswer', { text: 'Done.' }),
      event('RunCompleted', {
        status: 'COMPLETED',
        terminationReason: 'FINAL_ANSWER',
        totalSteps: 1,
        totalActions: 1,
      }),
    ])
    expect(shown).toBe(`▶ Clerk
step 1 of 3
I look it up.
→ find_order  {"orderId":"A-1001","fields":["customer","ite…
↻ find_order  TOOL_FAILED, next attempt in 2.0 s
  connect ECONNREFUSED 127.0.0.1:9
✓ find_order  {"item":"Desk lamp"}  12 ms
⏸ gate ACTION_APPROVAL: Refunds are approved.
  pay_refund  {"orderId":"A-1001","amountUsd":49.5}
  npx rungraph decide R2F0ZQ== approve --url http://127.0.0.1:4500
  npx rungraph decide R2F0ZQ== reject --note "<why>" --url http://127.0.0.1:4500
⏸ Waiting: 1 open gate
⏵ gate APPROVED by ops
Done.
`)
  })

  it('asks its questions, JDG-5 with the command that answers them', () => {
    const properties = {
      size: { enum: ["it's S", 'M'] },
      count: { type: 'integer' },
      note: { type: 'string' },
    }
    const gate = {
      id: 'R2F0ZQ==',
      status: 'OPEN',
      reason: '"order" asks: Which?',
      expiresAt: null,
      resolvedBy: null,
      decider: 'USER',
      respondent: null,
      action: { id: 'a', name: 'order', target: 'order', parameters: {} },
    } as const
    const question = {
      question: 'Which size?\nAnd how many?',
      schema: { properties },
      url: 'https://shop.example/',
    }
    const asked = { ...gate, kind: 'INPUT', context: question } as const
    expect(render([event('GateOpened', { gateId: 'g', gate: asked })])).toBe(`⏸ order asks:
  Which size?
  And how many?
  https://shop.example/
  npx rungraph decide R2F0ZQ== answer '{"size":"it'\\''s S","count":0,"note":"…"}' --url http://127.0.0.1:4500
  npx rungraph decide R2F0ZQ== reject --note "<why>" --url http://127.0.0.1:4500
`)
    const wait = { ...gate, kind: 'TIME', reason: '"order" waits until noon.', context: {} } as const
    const over = { ...wait, status: 'EXPIRED' } as const
    const opened = event('GateOpened', { gateId: 'g', gate: wait })
    expect(render([opened, event('GateResolved', { gateId: 'g', gate: over })])).toBe(
      '⏸ "order" waits until noon.\n⏵ The wait is over.\n',
    )
    const awaited = { ...wait, kind: 'EVENT', reason: '"order" waits for "order.paid".' } as const
    for (const status of ['ANSWERED', 'EXPIRED'] as const) {
      const resolved = event('GateResolved', { gateId: 'g', gate: { ...awaited, status } })
      expect(render([event('GateOpened', { gateId: 'g', gate: awaited }), resolved])).toBe(
        '⏸ "order" waits for "order.paid".\n⏵ The wait is over.\n',
      )
    }
  })

  it('fits 80 columns where the terminal does not know its own, and 120 in a file', () => {
    expect(terminalWidth({ isTTY: true, columns: 0 })).toBe(80)
    expect(terminalWidth({ isTTY: true, columns: 100 })).toBe(100)
    expect(terminalWidth({})).toBe(120)
  })

  it('shows an increment once that comes again, and an answer that was not streamed', () => {
    expect(render([delta('m', 0, 'one '), delta('m', 0, 'one two'), delta('m', 4, 'two')])).toBe('one two')
    expect(render([event('FinalAnswer', { text: 'whole' })])).toBe('whole\n')
  })

  it('begins the text of another message on a line of its own', () => {
    expect(render([delta('m', 0, 'one'), delta('n', 0, 'two')])).toBe('one\ntwo')
  })

  it('cuts no line in the middle of a wide character, and none beyond the width', () => {
    const output = '東京'.repeat(40)
    const shown = render(
      [event('ActionCompleted', { name: 'a', actionId: 'a', attempt: 1, durationMs: 1, output })],
      { width: 30 },
    )
    expect(shown).toMatch(/^✓ a {2}(東京)+東?… {2}1 ms\n$/)
    expect([...shown].length).toBeLessThan(25)
  })

  it('says of what a tool logs whether it is a warning or an error', () => {
    const logged = (level: 'INFO' | 'WARN' | 'ERROR') =>
      event('ActionLogged', { name: 'pay', level, message: `It is ${level}.`, data: null })
    expect(render([logged('INFO'), logged('WARN'), logged('ERROR')])).toBe(
      '· pay: It is INFO.\n· WARN pay: It is WARN.\n· ERROR pay: It is ERROR.\n',
    )
  })

  it('shows no mark of direction and nothing without a width, and leaves letters and pictures whole', () => {
    const spoofs = [
      '\u202Eevil\u202C',
      '\u2066a\u2069',
      'pay\u200Bpal',
      '\uFEFFx',
      'a\u200Db',
      'so\u00ADft',
      '\u{E0041}',
    ]
    const text = spoofs.join(' ')
    const shown = render([
      delta('m1', 0, text),
      event('ActionLogged', { name: `t\u202E`, level: 'INFO', message: text, data: { text } }),
      event('FinalAnswer', { text: `${text}.` }),
    ])
    expect(shown).not.toMatch(/[\p{Cf}]/u)
    expect(shown).toContain('evil a paypal x ab soft')
    expect(harmlessJson(spoofs)).not.toMatch(/[\p{Cf}]/u)
    expect(JSON.parse(harmlessJson(spoofs))).toEqual(spoofs)
    const whole = '👩\u200D👩\u200D👧 می\u200Cخواهم ❤\uFE0F'
    expect(render([delta('m1', 0, whole)])).toBe(whole)
  })

  it('passes on nothing that a terminal takes for a command', () => {
    const evil = '\u001b]0;owned\u0007\u001b[2J\u009b31mred\rover\u0008'
    const shown = render([
      delta('m', 0, evil),
      event('ActionStarted', {
        ...{ name: evil, actionId: 'a', actionType: 'TOOL', attempt: 1, target: evil, mode: 'SYNC' },
        parameters: { evil },
      }),
      event('ActionFailed', { name: evil, actionId: 'a', attempt: 1, error: evil, errorCode: 'TOOL_FAILED' }),
      event('GateOpened', {
        gateId: 'g',
        gate: {
          ...{
            id: 'g',
            kind: 'ACTION_APPROVAL',
            status: 'OPEN',
            reason: evil,
            resolvedBy: null,
            expiresAt: null,
            decider: 'OPERATOR',
            respondent: null,
            context: {},
          },
          action: { id: 'a', name: evil, target: evil, parameters: { evil } },
        },
      }),
      event('FinalAnswer', { text: evil }),
    ])
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
    expect(shown).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/)
    expect(shown).toContain('red')
    expect(harmlessJson({ evil })).toBe(
      String.raw`{"evil":"\u001b]0;owned\u0007\u001b[2J\u009b31mred\rover\b"}`,
    )
    expect(JSON.parse(harmlessJson({ evil }))).toEqual({ evil })
  })

  it('has colours only where they are seen', () => {
    const failed = event('RunFailed', { error: 'No.', errorCode: 'MODELS_EXHAUSTED' })
    expect(render([failed])).toBe('✗ MODELS_EXHAUSTED\n  No.\n')
    expect(render([failed], { paint: colored })).toBe('\u001b[31m✗ MODELS_EXHAUSTED\u001b[39m\n  No.\n')
  })

  it('ends with the status and the usage of the run, and MOD-8 calls without a price', () => {
    const run = {
      ...({
        id: 'r',
        status: 'COMPLETED',
        terminationReason: 'FINAL_ANSWER',
        summary: 'Done.',
        output: null,
      } as const),
      ...{ stepCount: 2, durationMs: 1_540, error: null },
      usage: { inputTokens: 800, outputTokens: 12, totalTokens: 812, costUsd: '0.001200', unpricedCalls: 0 },
    }
    expect(renderEnd(run, plain)).toBe('■ COMPLETED (FINAL_ANSWER)  2 steps, 812 tokens, 0.0012 USD, 1.5 s')
    const ofUsage = (costUsd: string, unpricedCalls: number) =>
      renderEnd({ ...run, usage: { ...run.usage, costUsd, unpricedCalls } }, plain)
    expect(ofUsage('0', 3)).toContain(', 812 tokens, not priced (3 calls), 1.5 s')
    expect(ofUsage('0.5', 1)).toContain(', 0.5 USD and 1 call not priced, ')
  })
})
