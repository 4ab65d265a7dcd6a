import { fromLocalText, toIso, toLocalText } from '../period/calendar.ts'
import { isObject } from '../ui/json-check.ts'
import { shownZone } from '../ui/zone.ts'

type Schema = Readonly<Record<string, unknown>>

/** How a field of a form is drawn. */
type FieldControl =
  | { readonly kind: 'text'; readonly type: TextType; readonly rows: number }
  | { readonly kind: 'number' }
  | { readonly kind: 'switch' }
  | { readonly kind: 'choice'; readonly options: readonly FieldOption[] }
  | { readonly kind: 'choices'; readonly options: readonly FieldOption[] }

interface FieldOption {
  /** JSON of what it stands for. */
  readonly value: string
  readonly label: string
}

type TextType = 'text' | 'email' | 'url' | 'date' | 'datetime-local'

export interface SchemaField {
  /** Name of the property. */
  readonly name: string
  readonly label: string
  readonly hint: string | undefined
  readonly isRequired: boolean
  readonly control: FieldControl
  readonly initial: FieldValue
}

/** What a field holds while it is filled in: a text, also of a number and of the option that is chosen; the options; or whether it is on. */
export type FieldValue = string | boolean | readonly string[]

export type FieldValues = Readonly<Record<string, FieldValue>>

/** The fields of a form for an object of a JSON Schema, in the order of its properties; null where no form can stand for it. */
export function toFields(schema: unknown): readonly SchemaField[] | null {
  if (!isObject(schema) || !isObject(schema.properties) || unknownParts.some((part) => part in schema))
    return null
  const required = Array.isArray(schema.required) ? schema.required : []
  const properties = Object.entries(schema.properties)
  const fields: SchemaField[] = []
  for (const [name, given] of properties) {
    const control = isObject(given) ? toControl(given, properties.length === 1) : null
    if (!isObject(given) || !control) return null
    fields.push({
      ...{ name, control, isRequired: required.includes(name) },
      label: typeof given.title === 'string' && given.title !== '' ? given.title : toWords(name),
      hint: typeof given.description === 'string' ? given.description : undefined,
      initial: toInitial(given.default, control),
    })
  }
  const isWhole = required.every((name) => fields.some((field) => field.name === name))
  return isWhole ? fields : null
}

/** The answer that a form holds. What is left empty is left out. */
export function toAnswer(
  fields: readonly SchemaField[],
  values: FieldValues,
): Readonly<Record<string, unknown>> {
  const entries = fields.map(
    (field) => [field.name, toValue(field, values[field.name] ?? field.initial)] as const,
  )
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

/** What is wrong with the texts that have a format, by the names of their fields. The server checks the same, more strictly. */
export function wrongFormats(
  fields: readonly SchemaField[],
  answer: unknown,
): readonly (readonly [string, string])[] {
  return fields.flatMap((field) => {
    const text = isObject(answer) ? answer[field.name] : undefined
    const format = typeof text === 'string' ? wrongFormat(field.control, text) : null
    return format === null ? [] : [[field.name, `${field.label} must be ${format}.`] as const]
  })
}

/** The format that a text should have and has not. */
function wrongFormat(control: FieldControl, text: string): string | null {
  const type = control.kind === 'text' ? control.type : 'text'
  if (type === 'email' && !/^[^\s@]+@[^\s@]+$/.test(text)) return 'an email address, such as ann@example.com'
  if (type === 'url' && !URL.canParse(text)) return 'a whole address, such as https://example.com'
  return null
}

/** The values that a form begins with. */
export function initialValues(fields: readonly SchemaField[]): FieldValues {
  return Object.fromEntries(fields.map(({ name, initial }) => [name, initial]))
}

/** With these a field depends on others, or more fields are possible. */
const unknownParts = [
  '$ref',
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'if',
  'dependentSchemas',
  'dependentRequired',
  'patternProperties',
]

function toControl(schema: Schema, isOnly: boolean): FieldControl | null {
  const options = optionsOf(schema)
  if (options) return { kind: 'choice', options }
  switch (schema.type) {
    case 'string':
      return toTextControl(schema, isOnly)
    case 'number':
    case 'integer':
      return { kind: 'number' }
    case 'boolean':
      return { kind: 'switch' }
    case 'array': {
      const ofItems = isObject(schema.items) ? optionsOf(schema.items) : null
      return ofItems && { kind: 'choices', options: ofItems }
    }
    default:
      return null
  }
}

const formats: Readonly<Record<string, TextType>> = {
  email: 'email',
  uri: 'url',
  date: 'date',
  'date-time': 'datetime-local',
}

function toTextControl({ format, maxLength }: Schema, isOnly: boolean): FieldControl {
  const type = (typeof format === 'string' && formats[format]) || 'text'
  const isLong = typeof maxLength === 'number' ? maxLength > 200 : isOnly
  return { kind: 'text', type, rows: isLong && format === undefined ? 4 : 1 }
}

/** The values of an enumeration, with their titles where it has some. */
function optionsOf(schema: Schema): readonly FieldOption[] | null {
  const { enum: values, enumNames, oneOf, anyOf } = schema
  if (Array.isArray(values)) {
    const names: readonly unknown[] = Array.isArray(enumNames) ? enumNames : []
    return values.map((value, index) => toOption(value, names[index]))
  }
  const alternatives = oneOf ?? anyOf
  if (!Array.isArray(alternatives)) return null
  const options = alternatives.flatMap((each) =>
    isObject(each) && 'const' in each ? [toOption(each.const, each.title)] : [],
  )
  return options.length === alternatives.length ? options : null
}

function toOption(value: unknown, title: unknown): FieldOption {
  const label = typeof title === 'string' ? title : typeof value === 'string' ? value : JSON.stringify(value)
  return { value: JSON.stringify(value), label }
}

function toInitial(given: unknown, control: FieldControl): FieldValue {
  switch (control.kind) {
    case 'switch':
      return given === true
    case 'choices':
      return Array.isArray(given) ? given.map((value) => JSON.stringify(value)) : []
    case 'choice':
      return given === undefined ? '' : JSON.stringify(given)
    case 'number':
      return typeof given === 'number' ? String(given) : ''
    case 'text':
      if (typeof given !== 'string') return ''
      return control.type === 'datetime-local' ? toLocal(given) : given
    default:
      return control satisfies never
  }
}

function toValue({ control, isRequired }: SchemaField, value: FieldValue): unknown {
  if (control.kind === 'switch') return value === true
  if (control.kind === 'choices') {
    const chosen = Array.isArray(value) ? value : []
    if (chosen.length === 0 && !isRequired) return undefined
    return control.options
      .filter((option) => chosen.includes(option.value))
      .map((option) => JSON.parse(option.value))
  }
  if (typeof value !== 'string' || value.trim() === '') return undefined
  if (control.kind === 'choice') return JSON.parse(value)
  if (control.kind === 'number') return Number.isNaN(Number(value)) ? value : Number(value)
  if (control.type !== 'datetime-local') return value
  const at = fromLocalText(value, shownZone())
  return at === undefined ? value : toIso(at)
}

/** A time as a field for times has it: by the clocks that times are shown by, without the name of their zone. */
function toLocal(iso: string): string {
  const at = Date.parse(iso)
  return Number.isNaN(at) ? '' : toLocalText(at, shownZone())
}

/** `deliveryDate` as "Delivery date". */
function toWords(name: string): string {
  const words = name
    .replaceAll(/[_-]+/g, ' ')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .trim()
    .toLowerCase()
  return words === '' ? name : words.charAt(0).toUpperCase() + words.slice(1)
}
