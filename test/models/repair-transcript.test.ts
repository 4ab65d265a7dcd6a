import { describe, expect, it } from 'vitest'
import type { AssistantMessage, AssistantPart, Message, ToolMessage } from '../../src/domain/message.ts'
import { repairTranscript } from '../../src/models/transcript/repair-transcript.ts'
import { type TranscriptRules, transcriptRules } from '../../src/models/transcript/transcript-rules.ts'

import { stateBy } from '../support/hostile-history.ts'

const { openai, anthropic, google, vertex } = transcriptRules
const everyApi = Object.entries(transcriptRules).map(([api, rules]) => ({ api, rules }))

const hello = user('Hello')
const goOn = user('Continue.')

describe.each(everyApi)('a repaired history for $api', ({ rules }) => {
  const repair = (...messages: readonly Message[]) => repairTranscript(messages, rules)

  it('MOD-7 is the same history where nothing is wrong with it', () => {
    const history = [
      hello,
      says(text('I look.'), call('a'), call('b')),
      result('a'),
      result('b'),
      user('And?'),
    ]
    expect(repair(...history)).toEqual(history)
  })

  it('MOD-7 has results right behind their calls, in the order of the calls, and later words behind them', () => {
    const calls = says(call('a'), call('b'))
    expect(
      repair(hello, calls, result('b'), user('Quick!'), result('a'), says(text('Done.')), user('Thanks')),
    ).toEqual([hello, calls, result('a'), result('b'), user('Quick!'), says(text('Done.')), user('Thanks')])
  })

  it('MOD-7 gives a call without a result one that says so', () => {
    const calls = says(call('a'), call('b'))
    expect(repair(hello, calls, result('a'))).toEqual([
      hello,
      calls,
      result('a'),
      {
        role: 'tool',
        callId: 'b',
        name: 'look',
        text: 'Error: the call was not executed.',
        isError: true,
      },
    ])
  })

  it('MOD-7 drops results without a call before them, and the second result of a call', () => {
    const calls = says(call('a'))
    const history = [
      result('a', 'early'),
      hello,
      result('x'),
      calls,
      result('a', 'first'),
      result('a', 'second'),
    ]
    expect(repair(...history)).toEqual([hello, calls, result('a', 'first')])
  })

  it('MOD-7 makes ids that come again unique, with the results of each call at that call', () => {
    const history = [hello, says(call('a')), result('a', 'one'), says(call('a'), call('a'))]
    expect(repair(...history, result('a', 'two'), result('a', 'three'))).toEqual([
      hello,
      says(call('a')),
      result('a', 'one'),
      says(call('a_2'), call('a_3')),
      result('a_2', 'two'),
      result('a_3', 'three'),
    ])
  })

  it('MOD-7 gives a result to the latest call of its id, never to an older one', () => {
    const history = [hello, says(call('a')), says(call('a')), result('a', 'late')]
    const results = repair(...history).filter((message) => message.role === 'tool')
    expect(results).toMatchObject([
      { callId: 'a', text: 'Error: the call was not executed.' },
      { callId: 'a_2', text: 'late' },
    ])
  })

  it('MOD-7 does not take an id that it made for one that comes later', () => {
    const history = [hello, says(call('a')), says(call('a')), says(call('a_2'))]
    const calls = repair(...history).flatMap((message) => (message.role === 'assistant' ? message.parts : []))
    expect(calls).toMatchObject([{ callId: 'a' }, { callId: 'a_2' }, { callId: 'a_2_2' }])
  })

  it('MOD-7 names a call, and its result, as every provider takes it', () => {
    const odd = (name: string) => [says({ ...call('a'), name }), result('a')] as const
    const names = ['', 'functions.look', '1st', 'n'.repeat(99)].map((name) =>
      repair(hello, ...odd(name)).flatMap((message) => {
        if (message.role === 'tool') return [message.name]
        return message.role === 'assistant' ? message.parts.map((part) => 'name' in part && part.name) : []
      }),
    )
    expect(names).toEqual(['unknown', 'functions_look', '_st', 'n'.repeat(64)].map((name) => [name, name]))
  })

  it('MOD-7 drops empty messages, and answers of which nothing is left', () => {
    const foreign = { type: 'reasoning', text: 'Hm.', state: stateBy('another') } as const
    const empty = [user(''), says(), says(text('')), says({ type: 'refusal', text: '' }), says(foreign)]
    expect(repair(hello, ...empty, system(''))).toEqual([hello])
  })

  it('MOD-7 fills a result without words', () => {
    expect(repair(hello, says(call('a')), result('a', '')).at(-1)).toEqual(result('a', '(no output)'))
  })

  it('MOD-7 never is empty', () => {
    expect(repair()).toEqual([goOn])
    expect(repair(user(''), result('a'))).toEqual([goOn])
  })

  it('MOD-7 keeps the state of the provider that made it, and drops that of others with their reasoning', () => {
    const own = stateBy(rules.provider)
    const foreign = stateBy('another')
    const answer = says(
      { type: 'reasoning', text: 'Hm.', state: own },
      { type: 'reasoning', text: 'Um.', state: foreign },
      { type: 'reasoning', text: 'Unsigned.' },
      { ...text('I look.'), state: foreign },
      { ...call('a'), state: own },
      { ...call('b'), state: foreign },
    )
    expect(repair(hello, answer)[1]).toEqual(
      says(
        { type: 'reasoning', text: 'Hm.', state: own },
        text('I look.'),
        { ...call('a'), state: own },
        call('b'),
      ),
    )
  })

  it('MOD-7 leaves the history that it is given as it is', () => {
    const history = [says({ ...call('a.b'), state: stateBy('another') }), result('a.b', ''), system(' ')]
    const copy = structuredClone(history)
    repair(...history)
    expect(history).toEqual(copy)
  })
})

describe('the rules of a provider', () => {
  it.each([
    { api: 'anthropic', rules: anthropic },
    { api: 'google', rules: google },
    { api: 'vertex', rules: vertex },
  ])('MOD-7 let the user begin, end, and stand between two answers: $api', ({ rules }) => {
    const one = says(text('One.'))
    const two = says(text('Two.'))
    expect(repairTranscript([one, two, hello, says(call('a')), two], rules)).toMatchObject([
      goOn,
      one,
      goOn,
      two,
      hello,
      { role: 'assistant' },
      { role: 'tool' },
      two,
      goOn,
    ])
  })

  it.each([
    { api: 'anthropic', rules: anthropic },
    { api: 'google', rules: google },
  ])('MOD-7 tell a system note in the turn of the user, behind the results: $api', ({ rules }) => {
    const calls = says(call('a'))
    expect(repairTranscript([hello, calls, system('One step is left.'), result('a')], rules)).toEqual([
      hello,
      calls,
      result('a'),
      user('<system-note>\nOne step is left.\n</system-note>'),
    ])
  })

  it('MOD-7 leave answers at any place, and system notes their role: OpenAI', () => {
    const history = [says(text('One.')), system('Note.'), says(text('Two.'))]
    expect(repairTranscript(history, openai)).toEqual(history)
  })

  it.each<[string, TranscriptRules, string]>([
    ['an odd character', anthropic, 'a_b__'],
    ['nothing', openai, 'a.b😀'],
  ])('MOD-7 take of the id a.b😀 %s', (_what, rules, callId) => {
    expect(repairTranscript([hello, says(call('a.b😀')), result('a.b😀')], rules)).toEqual([
      hello,
      says(call(callId)),
      result(callId),
    ])
  })

  it('MOD-7 keep ids apart that are alike once they are made to fit', () => {
    const [long, longer] = ['x'.repeat(65), 'x'.repeat(66)]
    const repaired = repairTranscript(
      [hello, says(call(long), call(longer)), result(longer, 'second')],
      openai,
    )
    expect(repaired).toMatchObject([
      hello,
      { parts: [{ callId: 'x'.repeat(64) }, { callId: `${'x'.repeat(62)}_2` }] },
      { callId: 'x'.repeat(64), isError: true },
      { callId: `${'x'.repeat(62)}_2`, text: 'second' },
    ])
  })

  it('MOD-7 bound ids for OpenAI’s own servers', () => {
    const id = 'x'.repeat(99)
    const repaired = repairTranscript([hello, says(call(id)), result(id)], transcriptRules['openai-chat'])
    expect(repaired.at(-1)).toMatchObject({ callId: 'x'.repeat(40) })
  })

  it.each(everyApi)('MOD-7 take reasoning at the end of an answer, or drop it: $api', ({ rules }) => {
    const reasoning = { type: 'reasoning', text: 'Hm.', state: stateBy(rules.provider) } as const
    const isKept = rules.provider === 'google' || rules.provider === 'vertex'
    expect(repairTranscript([hello, says(text('Hi'), reasoning), hello], rules)[1]).toEqual(
      isKept ? says(text('Hi'), reasoning) : says(text('Hi')),
    )
  })

  it('MOD-7 keep empty text for its signature: Gemini', () => {
    const signed = { ...text(''), state: stateBy('google') }
    expect(repairTranscript([hello, says(text('Hi'), signed), hello], google)[1]).toEqual(
      says(text('Hi'), signed),
    )
    expect(repairTranscript([hello, says(text('Hi'), signed), hello], vertex)[1]).toEqual(says(text('Hi')))
  })

  it('MOD-7 take text of spaces alone for empty: Anthropic', () => {
    const history = [hello, user(' \n'), says(text(' '), call('a')), result('a', '\n'), system(' ')]
    expect(repairTranscript(history, anthropic)).toEqual([hello, says(call('a')), result('a', '(no output)')])
    expect(repairTranscript(history, openai)).toEqual(history)
  })
})

function user(words: string): Message {
  return { role: 'user', text: words }
}

function system(words: string): Message {
  return { role: 'system', text: words }
}

function says(...parts: readonly AssistantPart[]): AssistantMessage {
  return { role: 'assistant', messageId: 'm', parts }
}

function text(words: string) {
  return { type: 'text', text: words } as const
}

function call(callId: string) {
  return { type: 'tool-call', callId, name: 'look', arguments: '{}' } as const
}

function result(callId: string, words = 'A tree.'): ToolMessage {
  return { role: 'tool', callId, name: 'look', text: words, isError: false }
}
