import { isInputObjectType, validateInputValue } from 'graphql'
import { invalid, RungraphError } from '../../domain/errors.ts'
import { parseRawJson } from '../../domain/exact-numbers.ts'
import { isJsonObject } from '../../domain/json.ts'
import { schema } from '../../graphql/schema.ts'
import type { SentForm } from '../files/upload-requests.ts'
import { namesEventStream } from '../request-address.ts'

/** Form in which the caller receives a run. */
export type AnswerMode =
  /** As it is. */
  | { readonly kind: 'now' }
  /** When the run has stopped, or as it is after `waitMs`. */
  | { readonly kind: 'wait'; readonly waitMs: number }
  /** By its events. */
  | { readonly kind: 'stream' }

/** Below the minute after which proxies give up by default. */
const defaultWaitSeconds = 50
const maxWaitSeconds = 600

/** @throws INVALID_INPUT */
export function readAnswerMode(
  { searchParams }: URL,
  headers: Headers,
  fallback: 'now' | 'wait',
): AnswerMode {
  const [unknown] = [...searchParams.keys()].filter((name) => name !== 'wait')
  if (unknown !== undefined) throw invalid(unknown, 'is no parameter of this address. It takes `wait` alone.')
  const [wait = null, ...more] = searchParams.getAll('wait')
  if (more.length > 0) throw invalid('wait', 'is given more than once. Give it once.')
  if (namesEventStream(headers.get('accept'))) {
    if (wait !== null)
      throw invalid('wait', 'is for answers in JSON: events come as they happen. Leave it out.')
    return { kind: 'stream' }
  }
  if (wait === 'false' || (wait === null && fallback === 'now')) return { kind: 'now' }
  const seconds = wait === null || wait === 'true' ? defaultWaitSeconds : Number(wait)
  if (Number.isInteger(seconds) && seconds >= 1 && seconds <= maxWaitSeconds)
    return { kind: 'wait', waitMs: seconds * 1_000 }
  throw invalid('wait', `must be true, false, or a whole number of seconds from 1 to ${maxWaitSeconds}.`)
}

/**
 * The run that a body asks for, as `triggerRun` takes it. A text is the input; an object with `input` may have the options of
 * `triggerRun` beside it; anything else is the input as JSON, as it was sent. @throws INVALID_INPUT
 */
export function readTriggerBody(text: string): Readonly<Record<string, unknown>> {
  const body = parseJson(text)
  if (body === null) throw invalid('input', 'is null. Say what the agent is to do.')
  if (typeof body === 'string') return { input: body }
  if (!isJsonObject(body) || !Object.hasOwn(body, 'input')) return { input: text.trim() }
  const { input, ...options } = body
  if (input === null) throw invalid('input', 'is null. Say what the agent is to do.')
  checkOptions(options)
  return { ...options, input: typeof input === 'string' ? input : sourceOf('input', text) }
}

/**
 * The same for a form: the part `input` is the input as text, `options` has the options of `triggerRun` as JSON, and each part `files` is a
 * file of the message (FILE-5). @throws INVALID_INPUT
 */
export function readTriggerForm({ texts, files }: SentForm): Readonly<Record<string, unknown>> {
  const wrong =
    [...texts.keys()].find((name) => name !== 'input' && name !== 'options') ??
    files.find(({ part }) => part !== 'files')?.part
  if (wrong !== undefined)
    throw invalid(
      wrong,
      'is no part of this form. It has `input`, `options` as JSON, and a part `files` for each file.',
    )
  const input = texts.get('input')
  if (input === undefined) throw invalid('input', 'is missing. Say what the agent is to do.')
  const options = parseJson(texts.get('options') ?? '{}')
  if (!isJsonObject(options)) throw invalid('options', 'must be an object as JSON: {"maxSteps": 5}.')
  checkOptions(options)
  const named = Array.isArray(options.files) ? options.files : []
  return { ...options, input, files: [...named, ...files.map(({ upload }) => ({ upload }))] }
}

/** The strings of a text of JSON, and the signs between them that are no part of a value. */
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|[[\]{},:]/g

/** A member of an object of JSON as it was sent: read and written again, a large number would be another one. */
function sourceOf(member: string, object: string): string {
  let [depth, from] = [0, 0]
  let [text, key, source] = ['', '', '']
  for (const { 0: token, index } of object.matchAll(tokens)) {
    if (token.startsWith('"')) text = token
    else if (depth === 1 && token === ':') {
      key = JSON.parse(text)
      from = index + 1
    } else if (depth === 1 && /[,}]/.test(token) && key === member) {
      // As JSON.parse has it, the last of its name counts.
      source = object.slice(from, index).trim()
    }
    depth += token === '{' || token === '[' ? 1 : token === '}' || token === ']' ? -1 : 0
  }
  return source
}

/** Fields that belong elsewhere in the request. */
const otherFields = new Map([
  ['agent', 'is given by the address'],
  ['idempotencyKey', 'is given by the header Idempotency-Key'],
  ['prompt', 'is for the mutation triggerRun'],
])

/** The options are those of the GraphQL mutation: an option that is added there is accepted here. */
function checkOptions(options: Readonly<Record<string, unknown>>): void {
  const type = schema.getType('TriggerRunInput')
  if (!isInputObjectType(type)) throw new Error('The graph has no TriggerRunInput.')
  const known = Object.keys(type.getFields()).filter((name) => name !== 'input' && !otherFields.has(name))
  for (const name of Object.keys(options)) {
    const remedy = otherFields.get(name)
    if (remedy !== undefined) throw invalid(name, `${remedy}. Leave it out of the body.`)
    if (known.includes(name)) continue
    throw invalid(
      name,
      `is no option of a run. Beside \`input\` there may be ${known.join(', ')}; an object that is the input itself goes into \`input\`.`,
    )
  }
  validateInputValue({ ...options, input: '' }, type, ({ message }, path) => {
    const field = path.join('.')
    throw new RungraphError('INVALID_INPUT', {
      message: `${field}: ${message.replace(/\.?$/, '.')}`,
      path: path.map(String),
    })
  })
}

function parseJson(text: string): unknown {
  const example = 'Send the input as JSON, for example "What is new?" or {"input": "What is new?"}.'
  if (text.trim() === '')
    throw new RungraphError('INVALID_INPUT', { message: `The body is empty. ${example}` })
  try {
    return parseRawJson(text)
  } catch {
    throw new RungraphError('INVALID_INPUT', { message: `The body is no JSON. ${example}` })
  }
}
