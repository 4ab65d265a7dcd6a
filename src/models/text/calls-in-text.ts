import { tryParseRawJson } from '../../domain/exact-numbers.ts'
import { isJsonObject, type Json } from '../../domain/json.ts'
import { type FoundJson, jsonIn } from '../../domain/json-in-text.ts'
import { toArgumentsText } from './call-arguments.ts'
import { toolNamed } from './tool-named.ts'

/** A call that a model wrote into the text of its answer. */
export interface WrittenCall {
  readonly name: string
  readonly arguments: string
}

/** A list of tools may be words of an answer as well: it is a call where JSON follows. */
export const listOfTools = '<tools>'

/** Marks with which the chat templates of models begin a call. Where a server does not know the template of its model, they stay in the text. */
export const callMarks: readonly string[] = [
  // Hermes, Qwen, GLM; Granite, Phi
  ...['<tool_call>', '<|tool_call|>', '<tool_calls>', '<toolcall>'],
  // Llama, Qwen's coders; Llama's built-in tools
  ...['<function=', '<|python_tag|>'],
  // Mistral; DeepSeek; Kimi; MiniMax, Claude
  ...['[TOOL_CALLS]', '<｜tool▁calls▁begin｜>', '<｜tool▁call▁begin｜>', '<|tool_calls_section_begin|>'],
  ...['<|tool_call_begin|>', '<minimax:tool_call>', '<function_calls>', '<invoke name='],
  // Nemotron; Phi; Command; InternLM; gpt-oss
  ...['<TOOLCALL>', 'functools[', '<|START_ACTION|>', '<|action_start|>', '<|channel|>commentary to='],
  // Models that take the marks of their prompt
  ...['<function_call>', listOfTools],
  // gpt-oss, with the name before the channel; DeepSeek 3.2
  ...['to=functions.', '<｜DSML｜', '<|DSML|'],
]

/** Where an answer is one block of code, what stands in it; `null` where it is none, or words stand behind it. */
const block = /^\s*```([\w-]*)[ \t]*\r?\n((?:(?!\n[ \t]*```)[\s\S])*)(?:\n[ \t]*```\s*)?$/

const callBlock = /^(tool|function)[_-]?(calls?|code|use)$/i

/** The beginning of a call that is JSON and nothing else, as small models write it. */
const bareCall = /^\[?\s*\{\s*"(name|function|tool|tool_name|tool_calls|tool_call_id|type)"/

/** The same in the words of Python, as Llama 3.2 and 4 write it: `[name(key="value")]`, and Gemini: `default_api.name(key="value")`. */
const pythonCall = /^(?:\[\s*[A-Za-z_][\w.-]*|(?:print\()?(?:default_api|functions|tools)\.[\w.-]+)\(/

const namespaces: readonly string[] = ['default_api.', 'functions.', 'tools.', 'print(default_api.']

/** Whether a text may become a call in the words of Python, in the namespace of its tool. */
export function mayBeNamespaced(start: string): boolean {
  if (namespaces.some((name) => name.startsWith(start))) return true
  return start.length < maxNameLength && /^(?:print\()?(?:default_api|functions|tools)\.[\w.-]*$/.test(start)
}

const maxNameLength = 100

/** Whether a text begins a call that nothing marks, or whose mark opens a block of code. */
export function beginsBareCall(text: string): boolean {
  const start = text.trimStart().slice(0, 200)
  const [, language = '', inside] = block.exec(start) ?? []
  if (inside === undefined) return bareCall.test(start) || pythonCall.test(start)
  const words = inside.trimStart()
  return callBlock.test(language) || callMarks.some((mark) => words.startsWith(mark)) || beginsBareCall(words)
}

/** Each that is never closed is read to the end of the text. */
const maxElements = 100

/**
 * The calls that a text consists of; `null` where it is none, or anything of it is no call of these tools: half a call is never made.
 * @param tools the names of the tools that were offered
 */
export function callsIn(given: string, tools: readonly string[]): readonly WrittenCall[] | null {
  if (given.trimStart().startsWith('```') && !block.test(given)) return null
  const text = (block.exec(given)?.[2] ?? given).replaceAll(/[｜|]DSML[｜|]/g, '')
  if ((text.match(/<(?:function=|invoke |tool_call>)/g)?.length ?? 0) > maxElements) return null
  const values = jsonIn(text)
  const inJson = values.flatMap(({ value }) => callsOf(value, tools) ?? [])
  if (inJson.length > 0) return values.every(({ value }) => callsOf(value, tools)) ? inJson : null
  return elementsIn(text, tools) ?? namedObjectsIn(text, values, tools) ?? pythonCallsIn(text, tools)
}

/** `{"name": …, "arguments": {…}}`, the same within `function` or `tool_calls`, and lists of them. */
function callsOf(value: Json, tools: readonly string[]): readonly WrittenCall[] | null {
  if (Array.isArray(value)) {
    const calls = value.map((item) => callsOf(item, tools))
    return calls.length > 0 && calls.every((found) => found !== null) ? calls.flat() : null
  }
  if (!isJsonObject(value)) return null
  const { tool_calls: listed, function: inner } = value
  if (Array.isArray(listed)) return callsOf(listed, tools)
  if (isJsonObject(inner)) return callsOf(inner, tools)
  const name = [value.name, value.tool_name, value.tool, inner].find((word) => typeof word === 'string')
  const args = [value.arguments, value.parameters, value.args, value.input, value.tool_input].find(
    (given) => given !== undefined,
  )
  const found = typeof name === 'string' ? toolNamed(name, tools) : ''
  if (!tools.includes(found) || args === undefined) return null
  const written = toArgumentsText(args) || '{}'
  return isJsonObject(tryParseRawJson(written)) ? [{ name: found, arguments: written }] : null
}

/** `<function=name><parameter=key>value</parameter></function>` and its kin: elements whose values are text. */
function elementsIn(text: string, tools: readonly string[]): readonly WrittenCall[] | null {
  const calls: WrittenCall[] = []
  for (const [, named, invoked, plain, body = ''] of text.matchAll(elements)) {
    const name = toolNamed((named ?? invoked ?? plain ?? '').trim(), tools)
    const args = Object.fromEntries(
      [...body.matchAll(parameters)].map(([, key, keyed, more = '', pair, value, paired]) => {
        const written = (value ?? paired ?? '').replace(/^\r?\n|\r?\n$/g, '')
        const isText = !more.includes('string="false"')
        return [(key ?? keyed ?? pair ?? '').trim(), isText ? written : (tryParseRawJson(written) ?? written)]
      }),
    )
    const isEmpty = body.replaceAll(/<\/?\w*>|\s/g, '') === ''
    if (!tools.includes(name) || (Object.keys(args).length === 0 && !isEmpty)) return null
    calls.push({ name, arguments: JSON.stringify(args) })
  }
  return calls.length > 0 ? calls : null
}

const elements =
  /(?:<function=["']?([^>"'\s]+)["']?>|<invoke name=["']([^"']+)["']>|<tool_call>\s*([\w.-]+)\s*(?=<arg_key>))([\s\S]*?)(?:<\/function>|<\/invoke>|<\/tool_call>)/g

const parameters =
  /(?:<parameter=["']?([^>"'\s]+)["']?>|<parameter name=["']([^"']+)["']([^>]*)>|<arg_key>([\s\S]*?)<\/arg_key>\s*)(?:<arg_value>([\s\S]*?)<\/arg_value>|([\s\S]*?)<\/parameter>)/g

/** A name and an object behind it, with nothing but marks between: `name[ARGS]{…}`, `functions.name:0<|…|>{…}`, `<function=name>{…}`. */
function namedObjectsIn(
  text: string,
  values: readonly FoundJson[],
  tools: readonly string[],
): readonly WrittenCall[] | null {
  let from = 0
  const calls = values.map(({ value, at, end }) => {
    const before = text.slice(from, at)
    from = end
    const names = before.match(/[\w.-]+/g) ?? []
    const found = names.map((word) => toolNamed(word, tools)).filter((word) => tools.includes(word))
    const [name] = new Set(found)
    return name !== undefined && isJsonObject(value) ? { name, arguments: JSON.stringify(value) } : null
  })
  return calls.length > 0 && calls.every((call) => call !== null) ? calls : null
}

/** `[name(key="value"), other(n=1, of=[1, 2])]`: calls with values of JSON, or of Python where those differ. */
function pythonCallsIn(text: string, tools: readonly string[]): readonly WrittenCall[] | null {
  const printed = /^\s*print\(([\s\S]*)\)\s*$/.exec(text)?.[1] ?? text
  const inside = /^(?:<\|python_tag\|>)?\s*(\[?)([\s\S]*?)(\]?)\s*(?:<\|\w+\|>)?$/.exec(printed.trim())
  const [, open = '', list = '', close = ''] = inside ?? []
  if ((open === '') !== (close === '')) return null
  const calls: WrittenCall[] = []
  let rest = list.trim()
  while (rest !== '') {
    const [begin, written = ''] = /^([A-Za-z_][\w.-]*)\(/.exec(rest) ?? []
    const name = toolNamed(written, tools)
    if (begin === undefined || !tools.includes(name)) return null
    rest = rest.slice(begin.length)
    const args: Record<string, Json> = {}
    for (;;) {
      rest = rest.trimStart()
      if (rest.startsWith(')')) break
      const [key, field = ''] = /^(\w+)\s*=\s*/.exec(rest) ?? []
      const [literal] = key === undefined ? [] : (pythonLiteral.exec(rest.slice(key.length)) ?? [])
      const value = literal === undefined ? undefined : tryParseRawJson(toJsonText(literal))
      if (key === undefined || literal === undefined || value === undefined) return null
      args[field] = value
      rest = rest.slice(key.length + literal.length).replace(/^\s*,/, '')
    }
    calls.push({ name, arguments: JSON.stringify(args) })
    rest = rest.slice(1).replace(/^\s*,\s*/, '')
  }
  return calls.length > 0 ? calls : null
}

const pythonText = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/
/** A text, a number, a name, or a list of them. */
const pythonLiteral = new RegExp(
  `^(?:${pythonText.source}|-?\\d[\\d.eE+-]*|True|False|None|true|false|null|[[](?:${pythonText.source}|[^\\]"'])*[\\]])`,
)

const pythonNames: Readonly<Record<string, string>> = { True: 'true', False: 'false', None: 'null' }

function toJsonText(literal: string): string {
  return literal.replace(new RegExp(`${pythonText.source}|\\b(?:True|False|None)\\b`, 'g'), (token) => {
    if (!token.startsWith("'")) return pythonNames[token] ?? token
    return JSON.stringify(token.slice(1, -1).replaceAll("\\'", "'").replaceAll('\\n', '\n'))
  })
}
