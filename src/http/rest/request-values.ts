import {
  type GraphQLInputField,
  type GraphQLInputType,
  getNamedType,
  getNullableType,
  isListType,
  validateInputValue,
} from 'graphql'
import { invalid, RungraphError } from '../../domain/errors.ts'
import { parseRawJson } from '../../domain/exact-numbers.ts'
import { isJsonObject } from '../../domain/json.ts'
import { toGlobalId, toKey, uuidOf } from '../../graphql/global-id.ts'
import type { SentForm } from '../files/upload-requests.ts'
import type { CompiledRoute, Parameter } from './compiled-route.ts'

type Values = Readonly<Record<string, unknown>>

/** What a request names of an object in its path: the variables, or the fields of the input. @throws NOT_FOUND */
export function readObject({ object, key = 'id' }: CompiledRoute, name: string | null): Values {
  if (object === null || name === null) return {}
  const { kind } = object
  if (kind === 'Agent') {
    const named = toKey('Agent', name)
    return 'slug' in named ? named : { id: toGlobalId('Agent', named.id) }
  }
  const id = uuidOf(kind, name)
  if (id === null) throw new RungraphError('NOT_FOUND', { kind: kind.toLowerCase(), key: name })
  return { [key]: toGlobalId(kind, id) }
}

/** The variables that the parameters of an address give. @throws INVALID_INPUT, with the name of the parameter */
export function readParameters({ parameters }: CompiledRoute, { searchParams }: URL): Values {
  const variables: Record<string, unknown> = {}
  for (const name of new Set(searchParams.keys())) {
    const parameter = parameters.find((known) => known.name === name)
    if (parameter === undefined) throw invalid(name, unknownParameter(parameters))
    const value = readValue(parameter, searchParams.getAll(name))
    check(value, parameter.type, [name])
    const [variable = name, field] = parameter.place
    variables[variable] = field === undefined ? value : { ...Object(variables[variable]), [field]: value }
  }
  return variables
}

function unknownParameter(parameters: readonly Parameter[]): string {
  const names = parameters.map(({ name }) => `\`${name}\``).join(', ')
  return `is no parameter of this address. ${names === '' ? 'It takes none.' : `It takes ${names}.`}`
}

/** A list is a parameter that is given several times. */
function readValue({ name, type }: Parameter, texts: readonly string[]): unknown {
  const nullable = getNullableType(type)
  if (isListType(nullable)) return texts.map((text) => fromText(nullable.ofType, text))
  const [text = '', ...more] = texts
  if (more.length > 0) throw invalid(name, 'is given more than once. Give it once.')
  return fromText(type, text)
}

/** A text that is no such value stays as it is, and is refused as a value of another type. */
function fromText(type: GraphQLInputType, text: string): unknown {
  const { name } = getNamedType(type)
  if (name === 'Boolean') return text === 'true' ? true : text === 'false' ? false : text
  const isNumber = ['Int', 'SafeInt', 'Float'].includes(name) && /^-?\d{1,20}(\.\d{1,20})?$/.test(text)
  return isNumber ? Number(text) : text
}

/** The fields that a body of JSON has. @throws INVALID_INPUT */
export function readBody({ body }: CompiledRoute, text: string): Values {
  if (text.trim() === '') return checkBody(body, {})
  const sent = parse(text)
  if (!isJsonObject(sent))
    throw new RungraphError('INVALID_INPUT', { message: 'The body must be an object as JSON.' })
  return checkBody(body, sent)
}

function parse(text: string): unknown {
  try {
    return parseRawJson(text)
  } catch {
    throw new RungraphError('INVALID_INPUT', { message: 'The body is no JSON. Send an object as JSON.' })
  }
}

/** Each field by its own, as the object of the path is no part of the body. */
function checkBody(body: CompiledRoute['body'], sent: Values): Values {
  const fields = body ?? []
  const names = fields.map(({ name }) => name)
  for (const name of Object.keys(sent))
    if (!names.includes(name))
      throw invalid(
        name,
        names.length === 0
          ? 'is no field of this body, which has none.'
          : `is no field of this body. There may be ${names.join(', ')}.`,
      )
  for (const { name, type, defaultValue } of fields)
    if (Object.hasOwn(sent, name) || defaultValue === undefined) check(sent[name], type, [name])
  return sent
}

/** The fields of a form: a part for each, one of them the file. @throws INVALID_INPUT */
export function readForm({ body }: CompiledRoute, { texts, files }: SentForm): Values {
  const [file, ...more] = files
  const isTaken = body?.some((field) => field.name === file?.part && isFile(field)) ?? false
  if (file === undefined || more.length > 0 || !isTaken)
    throw invalid('file', 'must be one part with a file.')
  return checkBody(body, { ...Object.fromEntries(texts), [file.part]: file.upload })
}

/** @throws INVALID_INPUT */
function check(value: unknown, type: GraphQLInputType, path: readonly string[]): void {
  // A file of a form was read as one already.
  if (isFile({ type }) && value !== undefined && typeof value === 'object') return
  validateInputValue(value, type, ({ message }, inner) => {
    const whole = [...path, ...inner.map(String)]
    throw new RungraphError('INVALID_INPUT', {
      message: `${whole.join('.')}: ${message.replace(/\.?$/, '.')}`,
      path: whole,
    })
  })
}

/** Whether the body of a route is a form with a file. */
export function takesForm({ body }: Pick<CompiledRoute, 'body'>): boolean {
  return body?.some(isFile) ?? false
}

/** Whether the value of a field is a file, which only a form has. */
export function isFile({ type }: Pick<GraphQLInputField, 'type'>): boolean {
  return getNamedType(type).name === 'Upload'
}
