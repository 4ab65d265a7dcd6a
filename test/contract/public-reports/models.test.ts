import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '../../../src/domain/json.ts'
import { textOf } from '../../../src/domain/message.ts'
import { createOpenAiChat } from '../../../src/models/openai-chat/openai-chat.ts'
import * as anthropic from '../../fixtures/streams/anthropic.ts'
import * as google from '../../fixtures/streams/google.ts'
import * as chat from '../../fixtures/streams/openai-chat.ts'
import * as responses from '../../fixtures/streams/openai-responses.ts'
import { namedEvents, plainEvents } from '../../fixtures/streams/sse.ts'
import { failureOf, modelRequest, serving, streamed } from '../../support/model-call.ts'
import { openProvider, providerRows, readAnswer } from '../../support/provider-rows.ts'
import { collect, type ServedExchange } from '../../support/wire.ts'

/** Reports about adapters of models: what a server answered, and the right reading of it. A new report is a row. */
interface Report {
  readonly report: string
  readonly provider: 'openai' | 'openai-chat' | 'anthropic' | 'google' | 'vertex'
  readonly answer: ServedExchange | string
  readonly right: {
    readonly calls?: readonly (readonly [name: string, args: Json])[]
    readonly text?: string
    readonly reasoning?: string
    readonly finishReason?: string
    readonly inputTokens?: number
    readonly outputTokens?: number
  }
}

/** Every request offers these tools. */
const offered = ['pay', 'look'].map((name) => ({
  name,
  description: `Tool ${name}.`,
  inputSchema: { type: 'object', properties: { city: { type: 'string' } } },
}))

const rome = { city: 'Rome' }
const romeText = JSON.stringify(rome)

/** A call of Anthropic's API whose input is announced as given, and streamed in these pieces. */
const announced = (input: Json, ...pieces: readonly Json[]) =>
  anthropic.answer(
    [
      anthropic.block(
        0,
        { type: 'tool_use', id: 'toolu_1', name: 'pay', input },
        pieces.map((partial_json) => ({ type: 'input_json_delta', partial_json })),
      ),
    ],
    anthropic.toolUse,
  )

/** A call of the Responses API by the events named. */
const item = (args: Json): JsonObject => ({
  ...{ id: 'fc_1', type: 'function_call', call_id: 'call_1', name: 'pay' },
  arguments: args,
})
const responded = (events: readonly JsonObject[], output: readonly JsonObject[] | null) =>
  namedEvents(...events, {
    type: 'response.completed',
    response: { id: 'resp_1', status: 'completed', usage: responses.usage, ...(output && { output }) },
  })
const added = (args: Json, output_index = 0) => ({
  ...{ type: 'response.output_item.added', output_index },
  item: item(args),
})
const done = (args: Json, output_index = 0) => ({
  ...{ type: 'response.output_item.done', output_index },
  item: item(args),
})
const piece = (delta: string, output_index = 0) => ({
  ...{ type: 'response.function_call_arguments.delta', output_index },
  delta,
})
const paid = { calls: [['pay', rome]], finishReason: 'TOOL_CALLS' } as const

const both = { calls: [...paid.calls, ['look', {}] as const] }
const paidTwice = { calls: [...paid.calls, ...paid.calls] }

const argumentsElsewhere: readonly Report[] = [
  ...[
    { report: 'the whole input stands in the announcement of a call', answer: announced(rome) },
    { report: 'the input is announced as text', answer: announced(romeText) },
    {
      report: 'the input is announced, and streamed as well',
      answer: announced(rome, '{"city":', '"Rome"}'),
    },
    { report: 'the input is announced, and streamed empty', answer: announced(rome, '{}') },
    { report: 'the input is announced whole, and its stream is cut', answer: announced(rome, '{"ci') },
    { report: 'the input is announced empty, as documented', answer: announced({}, '{"city":', '"Rome"}') },
    { report: 'the input is announced as null', answer: announced(null, romeText) },
    { report: 'the input begins in the announcement', answer: announced('{"city":', '"Rome"}') },
    {
      report: 'the input begins in the announcement, and is streamed whole',
      answer: announced('{"ci', romeText),
    },
    { report: 'the stream of the input begins with an empty object', answer: announced({}, '{}', romeText) },
    { report: 'a piece of the input is an object', answer: announced({}, rome) },
    ...[{ content_block: { type: 'tool_use', input: rome } }, { input: rome }, { input: romeText }].map(
      (end) => ({
        report: `the input stands in the end of the block: ${JSON.stringify(end)}`,
        answer: namedEvents(
          anthropic.start,
          {
            ...{ type: 'content_block_start', index: 0 },
            content_block: { type: 'tool_use', id: 'toolu_1', name: 'pay', input: {} },
          },
          { type: 'content_block_stop', index: 0, ...end },
          anthropic.messageDelta(anthropic.toolUse),
          { type: 'message_stop' },
        ),
      }),
    ),
    {
      report: 'the last event is missing behind the reason of the end',
      answer: announced({}, romeText).replace(/event: message_stop[\s\S]*$/, ''),
    },
    {
      report: 'a call with its input in the announcement is never closed',
      answer: namedEvents(
        anthropic.start,
        {
          ...{ type: 'content_block_start', index: 0 },
          content_block: { type: 'tool_use', id: 'toolu_1', name: 'pay', input: rome },
        },
        anthropic.messageDelta(anthropic.toolUse),
        { type: 'message_stop' },
      ),
    },
  ].map((row) => ({ ...row, provider: 'anthropic', right: paid }) as const),
  {
    report: 'words and thoughts stand in the announcement of their blocks',
    provider: 'anthropic',
    answer: anthropic.answer([
      anthropic.block(0, { type: 'thinking', thinking: 'Hm.', signature: 'c2ln' }, []),
      anthropic.block(1, { type: 'text', text: 'Good ' }, [{ type: 'text_delta', text: 'day' }]),
    ]),
    right: { text: 'Good day', reasoning: 'Hm.' },
  },
  ...[
    {
      report: 'arguments come whole at the end of an item',
      answer: responded([added(''), done(romeText)], [item(romeText)]),
    },
    {
      report: 'arguments come in pieces, and the item ends without',
      answer: responded([added(''), piece('{"city":'), piece('"Rome"}'), done('')], []),
    },
    {
      report: 'arguments come in pieces, and no item ends',
      answer: responded([added(''), piece('{"city":'), piece('"Rome"}')], null),
    },
    {
      report: 'arguments come whole in an event of their own, and no item ends',
      answer: responded(
        [added(''), { type: 'response.function_call_arguments.done', output_index: 0, arguments: romeText }],
        [],
      ),
    },
    {
      report: 'arguments stand in the announcement of an item alone',
      answer: responded([added(romeText), done('{}')], []),
    },
    { report: 'a call stands at the end of the response alone', answer: responded([], [item(romeText)]) },
    {
      report: 'arguments are an object instead of text',
      answer: responded([added(''), done(rome)], [item(rome)]),
    },
    {
      report: 'items are counted from 1 in the stream',
      answer: responded([added('', 1), piece(romeText, 1), done(romeText, 1)], [item(romeText)]),
    },
  ].map((row) => ({ ...row, provider: 'openai', right: paid }) as const),
  {
    report: 'words come in pieces, and no message ends',
    provider: 'openai',
    answer: responded(
      [{ type: 'response.output_text.delta', output_index: 0, content_index: 0, delta: 'Good day' }],
      [],
    ),
    right: { text: 'Good day', finishReason: 'STOP' },
  },
  ...['google' as const, 'vertex' as const].map((provider) => ({
    report: 'arguments are text instead of an object',
    provider,
    answer: google.answer([[{ functionCall: { name: 'pay', args: romeText } }]]),
    right: paid,
  })),
  {
    report: 'a call comes whole in the first piece, and empty pieces follow',
    provider: 'openai-chat',
    answer: chat.completion(
      [
        chat.callPiece({ index: 0, id: 'call_1', name: 'pay', arguments: romeText }),
        chat.callPiece({ index: 0, arguments: '' }),
      ],
      'tool_calls',
    ),
    right: paid,
  },
]

/** What models write into the text of an answer, where the server does not know their template; every adapter reads it. */
const texts: readonly (Pick<Report, 'report' | 'right'> & { readonly text: string })[] = [
  ...[
    `<tool_call>\n{"name": "pay", "arguments": ${romeText}}\n</tool_call>`,
    `<tool_call>{"name": "pay", "arguments": ${JSON.stringify(romeText)}}</tool_call>`,
    `<tool_call>\n{"name": "pay", "arguments": ${romeText}}`,
    '<tool_call>\n<function=pay>\n<parameter=city>\nRome\n</parameter>\n</function>\n</tool_call>',
    '<tool_call>pay\n<arg_key>city</arg_key>\n<arg_value>Rome</arg_value>\n</tool_call>',
    `<function=pay>${romeText}</function>`,
    `<|python_tag|>{"name": "pay", "parameters": ${romeText}}`,
    `[TOOL_CALLS] [{"name": "pay", "arguments": ${romeText}}]`,
    `[TOOL_CALLS]pay[ARGS]${romeText}`,
    `<|tool_calls_section_begin|><|tool_call_begin|>functions.pay:0<|tool_call_argument_begin|>${romeText}<|tool_call_end|><|tool_calls_section_end|>`,
    `<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>pay\n\`\`\`json\n${romeText}\n\`\`\`<｜tool▁call▁end｜><｜tool▁calls▁end｜>`,
    `<|tool_call|>[{"name": "pay", "arguments": ${romeText}}]`,
    `<tool_calls>[{"name": "pay", "arguments": ${romeText}}]</tool_calls>`,
    `<TOOLCALL>[{"name": "pay", "arguments": ${romeText}}]</TOOLCALL>`,
    `functools[{"name": "pay", "arguments": ${romeText}}]`,
    `[TOOL_CALLS]pay[CALL_ID]VvvODy9mT[ARGS]${romeText}`,
    `<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>pay<｜tool▁sep｜>${romeText}<｜tool▁call▁end｜><｜tool▁calls▁end｜>`,
    `<|START_ACTION|>[{"tool_call_id": "0", "tool_name": "pay", "parameters": ${romeText}}]<|END_ACTION|>`,
    `<|action_start|><|plugin|>{"name": "pay", "parameters": ${romeText}}<|action_end|>`,
    `<|channel|>commentary to=functions.pay <|constrain|>json<|message|>${romeText}<|call|>`,
    '<minimax:tool_call>\n<invoke name="pay">\n<parameter name="city">Rome</parameter>\n</invoke>\n</minimax:tool_call>',
    '[pay(city="Rome")]',
    "<|python_tag|>pay(city='Rome')",
    `[{"name": "pay", "arguments": ${romeText}}]`,
    '<function_calls>\n<invoke name="pay">\n<parameter name="city">Rome</parameter>\n</invoke>\n</function_calls>',
    `{"name": "pay", "parameters": ${romeText}}`,
    `{"type": "function", "function": {"name": "pay", "arguments": ${romeText}}}`,
    `{"tool_calls": [{"function": {"name": "pay", "arguments": ${JSON.stringify(romeText)}}}]}`,
    `<|start|>assistant<|channel|>commentary to=functions.pay <|constrain|>json<|message|>${romeText}<|call|>`,
    `<|start|>assistant to=functions.pay<|channel|>commentary json<|message|>${romeText}<|call|>`,
    '<｜DSML｜function_calls>\n<｜DSML｜invoke name="pay">\n<｜DSML｜parameter name="city" string="true">Rome</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>',
    `\`\`\`tool_call\n{"name": "pay", "arguments": ${romeText}}\n\`\`\``,
    `\`\`\`json\n{"name": "pay", "arguments": ${romeText}}\n\`\`\`\n`,
    `\`\`\`\n<tool_call>{"name": "pay", "arguments": ${romeText}}</tool_call>\n\`\`\``,
    '```tool_code\npay(city="Rome")\n```',
    '```tool_code\nprint(default_api.pay(city="Rome"))\n```',
    'default_api.pay(city="Rome")',
    'print(default_api.pay(city="Rome"))',
    'functions.pay(city="Rome")',
    `<tool_call>{"name": "default_api.pay", "arguments": ${romeText}}</tool_call>`,
    `<tool_call>{"name": "pay", "arguments": ${romeText}}</tool_call><|im_end|>`,
  ].map((text) => ({ report: `a call as text: ${text}`, text, right: { ...paid, text: '' } })),
  {
    report: 'values of a call as text that are no text',
    text: '<｜DSML｜function_calls>\n<｜DSML｜invoke name="pay">\n<｜DSML｜parameter name="city" string="true">3</｜DSML｜parameter>\n<｜DSML｜parameter name="n" string="false">3</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>',
    right: { calls: [['pay', { city: '3', n: 3 }]] },
  },
  ...['<tool_call>', '<function=pay>', '[TOOL_CALLS]', '<|python_tag|>'].map((mark) => ({
    report: `words, and a call as text behind them in their line: ${mark}`,
    text: `Let me look. ${mark}${mark.includes('pay') ? romeText : `{"name": "pay", "arguments": ${romeText}}`}`,
    right: { ...paid, text: 'Let me look. ' },
  })),
  ...['<|im_end|>', '<|eot_id|>', '<|endoftext|>', '</s>', '<|im_end|>\n', '</s></s>', '<end_of_turn>\n'].map(
    (token) => ({
      report: `the end token of the template at the end: ${token}`,
      text: `Good day${token}`,
      right: { text: 'Good day', finishReason: 'STOP' },
    }),
  ),
  ...[
    'Good <s>day</s>',
    'Good </s> day',
    'Write <|im_end|> at its end.',
    'Good <',
    'Good day <|im_',
    'functions.pay is a tool.',
    'tools. Nothing else.',
  ].map((text) => ({ report: `words with marks: ${text}`, text, right: { text, finishReason: 'STOP' } })),
  {
    report: 'thoughts, words and a call in channels',
    text: `<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant<|channel|>commentary<|message|>Paying.<|end|><|start|>assistant<|channel|>commentary to=functions.pay <|constrain|>json<|message|>${romeText}<|call|>`,
    right: { ...paid, reasoning: 'Hm.', text: 'Paying.\n\n' },
  },
  {
    report: 'words, and two calls as text',
    text: `Paying twice.\n<tool_call>{"name": "pay", "arguments": ${romeText}}</tool_call>\n<tool_call>{"name": "look", "arguments": {}}</tool_call>`,
    right: { ...both, text: 'Paying twice.\n' },
  },
  {
    report: 'half a call as text',
    text: '<tool_call>{"name": "pay", "arguments": {"ci',
    right: { calls: [], finishReason: 'MALFORMED_TOOL_CALL' },
  },
  {
    report: 'words, and half a call as text',
    text: 'I will pay.\n<tool_call>{"name": "pay", "arguments": {"ci',
    right: { calls: [], finishReason: 'MALFORMED_TOOL_CALL' },
  },
  {
    report: 'a call of another tool as text',
    text: `<tool_call>{"name": "fly", "arguments": ${romeText}}</tool_call>`,
    right: { calls: [], finishReason: 'MALFORMED_TOOL_CALL' },
  },
  ...[
    'Write <tool_call> before each call.',
    `Like so:\n\`\`\`\n<tool_call>{"name": "pay", "arguments": ${romeText}}</tool_call>\n\`\`\``,
    '{"name": "Rome", "people": 2800000}',
    '[1, 2, 3]',
    `It writes <tool_call>{"name": "pay", "arguments": ${romeText}}</tool_call> to pay.`,
    `It writes \`<tool_call>{"name": "pay", "arguments": ${romeText}}</tool_call>\``,
    'A <tool_call> is {"a": 1}, no more.',
    `\`\`\`json\n{"name": "pay", "arguments": ${romeText}}\n\`\`\`\nThat is a call.`,
    '```json\n{"name": "Rome"}\n```',
    'analysis of the town',
    'analysisOfTowns = 3',
    'a <|channel|>final<|message|> is a mark',
    'Some models write <think> first.',
    '[look (at this) twice]',
    '[Rome](https://example.org/rome)',
    'pay(city="Rome")',
    '<thing>',
  ].map((text) => ({
    report: `words that are none of it: ${text}`,
    text,
    right: { text, calls: [], reasoning: '' },
  })),
  ...[
    '<think>Hm.</think>\n\nGood day',
    '\n<think>Hm.</think>Good day',
    '<thinking>Hm.</thinking>Good day',
    '[THINK]Hm.[/THINK]Good day',
    '◁think▷Hm.◁/think▷Good day',
    '<Think>Hm.</Think>\nGood day',
    '<THINK>Hm.</think>\nGood day',
    '<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant<|channel|>final<|message|>Good day<|return|>',
    '<|start|>assistant<|channel|>analysis<|message|>Hm.<|start|>assistant<|channel|>final<|message|>Good day',
    '<|channel|>analysis<|message|>Hm.<|end|>\n<|channel|>final <|constrain|>text<|message|>Good day<|end|>',
    'analysisHm.assistantfinalGood day',
  ].map((text) => ({
    report: `thoughts as text: ${text}`,
    text,
    right: { text: 'Good day', reasoning: 'Hm.' },
  })),
  {
    report: 'an answer in the last channel alone',
    text: '<|channel|>final<|message|>Good day<|return|>',
    right: { text: 'Good day', reasoning: '' },
  },
  {
    report: 'thoughts as text, twice',
    text: '<think>Hm.</think>\n\n<think>Well.</think>\nGood day',
    right: { text: 'Good day', reasoning: 'Hm.\n\nWell.' },
  },
  {
    report: 'thoughts and a call as text',
    text: `<think>Hm.</think>\n<tool_call>{"name": "pay", "arguments": ${romeText}}</tool_call>`,
    right: { ...paid, reasoning: 'Hm.' },
  },
]

/** In pieces of a few characters, as they come. */
function pieces(text: string): readonly string[] {
  return text.match(/[\s\S]{1,5}/g) ?? []
}

const asText = texts.flatMap(({ report, text, right }) =>
  providerRows.map((row) => ({
    ...{ report, right },
    provider: row.name as Report['provider'],
    answer: row.text(...pieces(text)),
  })),
)

const call = (index: number, name: string | undefined, args: string, id?: string) =>
  chat.callPiece({ index, ...(name && { name }), ...(id && { id }), arguments: args })
const zeros = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 }
const whole = (body: Json, contentType: string): ServedExchange => ({
  response: { status: 200, headers: { 'content-type': contentType }, body: JSON.stringify(body) },
})
const message = { role: 'assistant', content: 'Good day' }
const wholeAnswers: readonly (readonly [Report['provider'], Json])[] = [
  ['openai-chat', { choices: [{ index: 0, message, finish_reason: 'stop' }], usage: chat.defaultUsage }],
  [
    'openai-chat',
    { object: 'text_completion', choices: [{ index: 0, text: 'Good day', finish_reason: 'stop' }] },
  ],
  [
    'openai',
    {
      id: 'r',
      object: 'response',
      status: 'completed',
      output: [responses.message(['Good day']).item],
      usage: responses.usage,
    },
  ],
  [
    'anthropic',
    {
      ...{ id: 'm', type: 'message', role: 'assistant', stop_reason: 'end_turn' },
      content: [{ type: 'text', text: 'Good day' }],
      usage: { input_tokens: 100, output_tokens: 5 },
    },
  ],
  ['google', { ...google.candidate([{ text: 'Good day' }], 'STOP'), usageMetadata: google.usage }],
  ['google', [google.candidate([{ text: 'Good ' }]), google.candidate([{ text: 'day' }], 'STOP')]],
]

const otherForms: readonly Report[] = [
  ...['tool_calls', 'function_call', 'tool_use'].map((finish) => ({
    report: `the end of a call and no call: ${finish}`,
    provider: 'openai-chat' as const,
    answer: chat.completion([{ content: 'I will look.' }], finish),
    right: { calls: [], finishReason: 'MALFORMED_TOOL_CALL' },
  })),
  {
    report: 'the end of a call and no call',
    provider: 'anthropic',
    answer: anthropic.answer([anthropic.textBlock(0, 'I will look.')], anthropic.toolUse),
    right: { calls: [], finishReason: 'MALFORMED_TOOL_CALL' },
  },
  ...[
    { report: 'calls without ids at one index', pieces: [call(0, 'pay', romeText), call(0, 'look', '{}')] },
    {
      report: 'calls without ids at one index, in pieces',
      pieces: [
        call(0, 'pay', ''),
        call(0, undefined, romeText),
        call(0, 'look', ''),
        call(0, undefined, '{}'),
      ],
    },
    {
      report: 'calls whose pieces each name the function, without ids',
      pieces: [call(0, 'pay', '{"city":'), call(0, 'pay', '"Rome"}'), call(0, 'look', '{}')],
    },
    {
      report: 'whole calls that come twice',
      pieces: [call(0, 'pay', romeText, 'a'), call(0, 'pay', romeText, 'a'), call(1, 'look', '{}', 'b')],
    },
    {
      report: 'empty arguments behind the whole ones, and ahead of them',
      pieces: [
        call(0, 'pay', '', 'a'),
        call(0, undefined, romeText),
        call(0, undefined, '{}'),
        call(1, 'look', '{}', 'b'),
        call(1, undefined, '{ }'),
      ],
    },
    {
      report: 'the name again at the end of a call without an id',
      pieces: [call(0, 'pay', ''), call(0, undefined, romeText), call(0, 'pay', ''), call(1, 'look', '')],
    },
    {
      report: 'the whole arguments again at the end of a call without a name',
      pieces: [
        call(0, 'pay', '{"city":', 'a'),
        call(0, undefined, '"Rome"}'),
        call(0, undefined, romeText),
        call(1, 'look', '', 'b'),
      ],
    },
  ].map(({ report, pieces: sent }) => ({
    report,
    provider: 'openai-chat' as const,
    answer: chat.completion(sent, 'tool_calls'),
    right: both,
  })),
  ...[
    { report: 'a call that begins with empty arguments', pieces: [call(0, 'pay', '{}', 'a')] },
    {
      report: 'a call that begins with empty arguments, as an object',
      pieces: [
        { tool_calls: [{ index: 0, id: 'a', type: 'function', function: { name: 'pay', arguments: {} } }] },
      ],
    },
  ].map(({ report, pieces: sent }) => ({
    report,
    provider: 'openai-chat' as const,
    answer: chat.completion(
      [...sent, call(0, undefined, '{"city":'), call(0, undefined, '"Rome"}')],
      'tool_calls',
    ),
    right: paid,
  })),
  ...[
    {
      report: 'the name in a piece of its own',
      pieces: [call(0, 'pay', ''), call(0, undefined, romeText)],
    },
    {
      report: 'the name in a piece of its own, and arguments in pieces',
      pieces: [call(0, 'pay', ''), call(0, undefined, '{"city":'), call(0, undefined, '"Rome"}')],
    },
    {
      report: 'no arguments in the piece with the name',
      pieces: [chat.callPiece({ index: 0, name: 'pay' }), call(0, undefined, romeText)],
    },
  ].map(({ report, pieces: sent }) => ({
    report: `two calls of one tool without ids at one index: ${report}`,
    provider: 'openai-chat' as const,
    answer: chat.completion([...sent, ...sent], 'tool_calls'),
    right: paidTwice,
  })),
  ...[
    {
      report: 'pieces by the name of the whole',
      choices: [{ message: { role: 'assistant', content: 'Good ' } }, { message: { content: 'day' } }],
    },
    {
      report: 'the answer so far in each piece',
      choices: [{ message: { content: 'Good ' } }, { message: { content: 'Good day' } }],
    },
    { report: 'the whole as one piece', choices: [{ message: { content: 'Good day' } }] },
    {
      report: 'pieces, and the whole behind them',
      choices: [
        { delta: { content: 'Good ' } },
        { delta: { content: 'day' } },
        { delta: {}, message: { content: 'Good day' }, finish_reason: 'stop' },
      ],
    },
    {
      report: 'the words of older completions',
      choices: [{ text: 'Good ' }, { text: 'day', logprobs: null }],
    },
    {
      report: 'the role under another index than the words',
      choices: [
        { index: 0, delta: { role: 'assistant', content: '' } },
        { index: 1, delta: { content: 'Good ' } },
        { index: 1, delta: { content: 'day' } },
        { index: 1, delta: {}, finish_reason: 'stop' },
      ],
    },
    {
      report: 'the finish reason under another index than the words',
      choices: [
        { index: 3, delta: { content: 'Good ' } },
        { index: 3, delta: { content: 'day' } },
        { index: 0, delta: {}, finish_reason: 'stop' },
      ],
    },
    {
      report: 'a second answer that was not asked for',
      choices: [
        { index: 0, delta: { content: 'Good ' } },
        { index: 1, delta: { content: 'Hello' } },
        { index: 0, delta: { content: 'day' } },
        { index: 0, delta: {}, finish_reason: 'stop' },
        { index: 1, delta: {}, finish_reason: 'length' },
      ],
    },
  ].map(({ report, choices }) => ({
    report: `a choice otherwise than documented: ${report}`,
    provider: 'openai-chat' as const,
    answer: plainEvents(
      ...choices.map((choice) => ({ choices: [choice] })),
      ...(choices.some((choice) => 'finish_reason' in choice)
        ? []
        : [{ choices: [{ delta: {}, finish_reason: 'stop' }] }]),
      chat.usageChunk(),
      chat.usageChunk({ prompt_tokens: 100, completion_tokens: 0 }),
    ),
    right: { text: 'Good day', finishReason: 'STOP', outputTokens: 50 },
  })),
  {
    report: 'a call by the name of the whole, behind its pieces',
    provider: 'openai-chat',
    answer: plainEvents(
      chat.chunk(call(0, 'pay', romeText)),
      {
        choices: [
          {
            index: 0,
            message: { tool_calls: [{ type: 'function', function: { name: 'pay', arguments: romeText } }] },
            finish_reason: 'tool_calls',
          },
        ],
      },
      chat.usageChunk(),
    ),
    right: paid,
  },
  {
    report: 'two calls of one tool without ids at one index',
    provider: 'openai-chat',
    answer: chat.completion([call(0, 'pay', romeText), call(0, 'pay', romeText)], 'tool_calls'),
    right: paidTwice,
  },
  {
    report: 'the older name for a call',
    provider: 'openai-chat',
    answer: chat.completion(
      [{ function_call: { name: 'pay', arguments: '' } }, { function_call: { arguments: romeText } }],
      'function_call',
    ),
    right: paid,
  },
  {
    report: 'a count of zeros behind the real one',
    provider: 'openai-chat',
    answer: plainEvents(
      chat.chunk({ content: 'Good day' }),
      chat.chunk({}, 'stop'),
      chat.usageChunk(),
      chat.usageChunk(zeros),
    ),
    right: { text: 'Good day', inputTokens: 100 },
  },
  {
    report: 'a count of zeros behind the real one',
    provider: 'google',
    answer: google.chunks(
      { ...google.candidate([{ text: 'Good day' }]), usageMetadata: google.usage },
      { ...google.candidate([], 'STOP'), usageMetadata: { promptTokenCount: 0, candidatesTokenCount: 0 } },
    ),
    right: { text: 'Good day', inputTokens: 105 },
  },
  {
    report: 'all blocks have one index: words, and two calls',
    provider: 'anthropic',
    answer: anthropic.answer(
      [
        anthropic.textBlock(0, 'Good day'),
        anthropic.toolBlock(0, 'a', 'pay', romeText),
        anthropic.toolBlock(0, 'b', 'pay', romeText),
      ],
      anthropic.toolUse,
    ),
    right: { ...paidTwice, text: 'Good day' },
  },
  {
    report: 'a count of zeros behind the real one',
    provider: 'anthropic',
    answer: namedEvents(
      anthropic.start,
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: 'Good day' } },
      {
        type: 'message_delta',
        delta: { stop_reason: 'end_turn' },
        usage: { input_tokens: 0, output_tokens: 3 },
      },
      { type: 'message_stop' },
    ),
    right: { text: 'Good day', inputTokens: 100 },
  },
  ...providerRows.flatMap(({ name, text }) => {
    const provider = name as Report['provider']
    const stream = text('Good ', 'day')
    const events = stream.match(/(?<=^data: )\{.*/gm) ?? []
    const served = (contentType: string, body: string): ServedExchange => ({
      response: { status: 200, headers: { 'content-type': contentType }, body },
    })
    return [
      { report: 'events as lines of JSON', answer: served('application/x-ndjson', events.join('\n')) },
      { report: 'events as a list', answer: served('application/json', `[${events.join(',')}]`) },
      { report: 'a stream that is called JSON', answer: served('application/json', stream) },
      { report: 'a stream that is called text', answer: served('text/plain', `\n${stream}`) },
    ].map((row) => ({ ...row, provider, right: { text: 'Good day', finishReason: 'STOP' } }))
  }),
  ...wholeAnswers.flatMap(([provider, body]) =>
    ['application/json', 'text/event-stream', 'text/plain'].map((contentType) => ({
      report: `an answer in one piece as ${contentType}`,
      provider,
      answer: whole(body, contentType),
      right: { text: 'Good day', finishReason: 'STOP' },
    })),
  ),
  ...[
    { report: 'words come whole at the end of an item', ends: ['response.output_item.done'] },
    { report: 'words come in the end mark alone', ends: [] },
    { report: 'words come whole, and nowhere else', ends: ['response.output_text.done'] },
  ].map(({ report, ends }) => {
    const words = responses.message(['<think>Hm.</think>Good day']).item
    return {
      report,
      provider: 'openai' as const,
      answer: responded(
        ends.map((type) => ({ type, output_index: 0, item: words, text: '<think>Hm.</think>Good day' })),
        ends.length > 0 ? [] : [words],
      ),
      right: { text: 'Good day', reasoning: 'Hm.' },
    }
  }),
  {
    report: 'no finish reason before the end',
    provider: 'openai-chat',
    answer: plainEvents(chat.chunk({ content: 'Good day' }), chat.chunk({}), chat.usageChunk()),
    right: { text: 'Good day' },
  },
  {
    report: 'a call, and no finish reason before the end',
    provider: 'openai-chat',
    answer: plainEvents(chat.chunk(call(0, 'pay', romeText, 'call_1')), chat.usageChunk()),
    right: { calls: paid.calls },
  },
  {
    report: 'a call whose finish reason is that of words',
    provider: 'openai-chat',
    answer: chat.completion([call(0, 'pay', romeText, 'call_1')], 'stop'),
    right: paid,
  },
  {
    report: 'a call with empty arguments',
    provider: 'openai-chat',
    answer: chat.completion([call(0, 'look', '', 'call_1')], 'tool_calls'),
    right: { calls: [['look', {}]] },
  },
  {
    report: 'a call whose arguments are an object',
    provider: 'openai-chat',
    answer: plainEvents(
      chat.chunk({
        tool_calls: [{ index: 0, id: 'a', type: 'function', function: { name: 'pay', arguments: rome } }],
      }),
      chat.chunk({}, 'tool_calls'),
    ),
    right: paid,
  },
  {
    report: 'a call whose id is empty, and whose index is absent',
    provider: 'openai-chat',
    answer: plainEvents(
      chat.chunk({
        tool_calls: [{ id: '', type: 'function', function: { name: 'pay', arguments: romeText } }],
      }),
      chat.chunk({}, 'tool_calls'),
    ),
    right: paid,
  },
  {
    report: 'a choice under the index 1',
    provider: 'openai-chat',
    answer: plainEvents(
      { choices: [{ index: 1, delta: { content: 'Good day' }, finish_reason: null }] },
      { choices: [{ index: 1, delta: {}, finish_reason: 'stop' }] },
    ),
    right: { text: 'Good day', finishReason: 'STOP' },
  },
  {
    report: 'pieces under another index than their block',
    provider: 'anthropic',
    answer: namedEvents(
      anthropic.start,
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      { type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text: 'Good day' } },
      anthropic.messageDelta({ stop_reason: 'end_turn' }),
      { type: 'message_stop' },
    ),
    right: { text: 'Good day', finishReason: 'STOP' },
  },
]

const reports: readonly Report[] = [...argumentsElsewhere, ...asText, ...otherForms]

describe('MOD-2 public reports about models', () => {
  it.each(reports)('$provider: $report', async ({ provider, answer, right }) => {
    const { baseUrl } = await serving([typeof answer === 'string' ? streamed(answer) : answer])
    const stream = openProvider(provider, baseUrl).stream(modelRequest({ tools: offered }))
    expect(await readAnswer(stream)).toMatchObject(right)
  })
})

describe('MOD-2 public reports about answers that are none', () => {
  it.each(
    providerRows.flatMap(({ name, ...row }) => [
      { provider: name, what: 'JSON of another API', body: '{"hello": "world"}', type: 'application/json' },
      { provider: name, what: 'a web page', body: '<html></html>', type: 'text/html' },
      {
        provider: name,
        what: 'a web page that is called text',
        body: '\n<!DOCTYPE html>\n<html><body>Sign in</body></html>',
        type: 'text/plain',
      },
      { provider: name, what: 'nothing', body: '', type: 'application/json' },
      { provider: name, what: 'words', body: 'no healthy upstream', type: 'text/plain' },
      {
        provider: name,
        what: 'lines of JSON of another API',
        body: '{"model":"m","message":{"role":"assistant","content":"Good "},"done":false}\n{"model":"m","message":{"content":"day"},"done":true}\n',
        type: 'application/x-ndjson',
      },
      ...providerRows
        .filter((other) => other.settingsOf !== row.settingsOf)
        .map((other) => ({
          provider: name,
          what: `a stream of ${other.name}`,
          body: other.text('Good day'),
          type: 'text/event-stream',
        })),
    ]),
  )('$provider: $what is asked for once', async ({ provider, body, type }) => {
    const exchange = { response: { status: 200, headers: { 'content-type': type }, body } }
    const { baseUrl } = await serving([exchange])
    const failed = await failureOf(openProvider(provider, baseUrl).stream(modelRequest()))
    expect(failed).toMatchObject({ kind: 'BAD_REQUEST', retryable: false })
  })

  it.each([
    ['Hm.\n', '</think>\n\nGood day'],
    ['Hm.', '</think>Good day'],
    ['Hm.', '</think> Good day'],
    ['Hm\n', '</think>Good day'],
    ['Hm.\n', '[/THINK]\nGood day'],
    ['Hm.\n', '</thinking>\n\nGood day'],
    ['Hm.', '</Think>\nGood day'],
  ])(
    'openai-chat: thoughts whose first mark stands in the prompt are asked for once more, and read from then on: %j %j',
    async (thoughts, rest) => {
      const answer = chat.completion([{ content: thoughts }, { content: rest }])
      const { baseUrl } = await serving([
        streamed(answer),
        streamed(answer),
        streamed(chat.completion([{ content: 'Yes.' }])),
      ])
      const provider = createOpenAiChat({ apiKey: 'key', baseUrl: `${baseUrl}/v1` })
      const failed = await failureOf(provider.stream(modelRequest()))
      const mark = /<\/think>|\S+[\]>]/i.exec(rest)?.[0].toLowerCase() ?? ''
      expect(failed.adapted?.toLowerCase()).toBe(`text up to \`${mark}\` is read as reasoning`)
      const read = await collect(provider.stream(modelRequest()))
      expect([read.reasoning, textOf(read.answer.message)]).toEqual([thoughts, 'Good day'])
      const short = await collect(provider.stream(modelRequest()))
      expect(textOf(short.answer.message)).toBe('Yes.')
    },
  )

  it.each(['Close it with </think> and go on.', 'Write `</think>`\nbehind it.', 'Its end is </think>'])(
    'openai-chat: words about the mark are words: %s',
    async (text) => {
      const { baseUrl } = await serving([streamed(chat.completion([{ content: text }]))])
      const provider = createOpenAiChat({ apiKey: 'key', baseUrl: `${baseUrl}/v1` })
      expect(textOf((await collect(provider.stream(modelRequest()))).answer.message)).toBe(text)
    },
  )
})
