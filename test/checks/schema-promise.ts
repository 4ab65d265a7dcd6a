import {
  BreakingChangeType,
  buildSchema,
  DangerousChangeType,
  findSchemaChanges,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLSchema,
  isInputObjectType,
  parse,
  print,
  stripIgnoredCharacters,
  visit,
} from 'graphql'
import { z } from 'zod'

/** Where changes are declared. */
export const declaredFile = 'docs/breaking-changes.json'

/** A change that would break a client's operation, on purpose. `declaredFile` has those since the last release. */
export interface DeclaredChange {
  /** As `npm run check` describes it. */
  readonly change: string
  /** Reason of the change, and the replacement for clients. */
  readonly why: string
  /** The version that brings it. */
  readonly since: string
}

const declaredChanges = z.array(
  z.strictObject({ change: z.string(), why: z.string(), since: z.string().regex(/^\d+\.\d+\.\d+$/) }),
)

/** The form of `declaredFile`, for who has to write in it. */
export function formOfDeclared(change: string): string {
  const entry = { change, why: 'What is better by it, and what a client does instead.', since: '0.2.0' }
  return `${declaredFile} is a list of such entries, \`since\` the version that brings the change:\n${JSON.stringify([entry], null, 2)}`
}

/** Reads what is declared. @throws Error in words where the file has another form */
export function readDeclared(text: string): readonly DeclaredChange[] {
  const form = formOfDeclared('The words after "Not declared: "')
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (error) {
    throw new Error(`${declaredFile} is no JSON. ${form}`, { cause: error })
  }
  const { data, error } = declaredChanges.safeParse(json)
  if (error) throw new Error(`${declaredFile} has another form:\n${z.prettifyError(error)}\n${form}`)
  return data
}

/** Changes that break a client which follows docs/api.md: union members and enum values may be added. */
const breaking: readonly string[] = [
  ...Object.values(BreakingChangeType),
  DangerousChangeType.ARG_DEFAULT_VALUE_CHANGE,
]

/** Each change between two schemas that breaks the promise to clients, in words. */
export function breakingChanges(released: string, current: string): readonly string[] {
  const before = buildSchema(released)
  const now = buildSchema(current)
  const found = findSchemaChanges(before, now)
    .filter(({ type }) => breaking.includes(type))
    .map(({ description }) => description)
  return [...found, ...inputChanges(before, now)]
}

/** What `findSchemaChanges` leaves out of inputs: other defaults of their fields, as those of arguments, and that only one field may be given. */
function inputChanges(before: GraphQLSchema, now: GraphQLSchema): readonly string[] {
  const inputs = Object.values(before.getTypeMap()).filter(isInputObjectType)
  return inputs.flatMap((input) => {
    const next = now.getType(input.name)
    return isInputObjectType(next) ? changesOfInput(input, next) : []
  })
}

function changesOfInput(input: GraphQLInputObjectType, next: GraphQLInputObjectType): readonly string[] {
  const oneOf = next.isOneOf && !input.isOneOf ? [`${input.name} takes only one of its fields.`] : []
  const fields = next.getFields()
  const defaults = Object.values(input.getFields()).flatMap((field) => {
    const now = fields[field.name]
    const [was, is] = [defaultOf(field), now && defaultOf(now)]
    if (now === undefined || was === null || was === is) return []
    const change = is === null ? 'was removed' : `has changed from ${was} to ${is}`
    return [`${input.name}.${field.name} defaultValue ${change}.`]
  })
  return [...oneOf, ...defaults]
}

function defaultOf({ astNode }: GraphQLInputField): string | null {
  return astNode?.defaultValue ? print(astNode.defaultValue) : null
}

/** Faults of a schema after a release: undeclared breaking changes, and wrong declarations. */
export function promiseFaults(
  { version, schema }: Release,
  current: string,
  declared: readonly DeclaredChange[],
): readonly string[] {
  const found = breakingChanges(schema, current)
  const known = new Set(declared.map(({ change }) => change))
  return [
    ...found.filter((change) => !known.has(change)).map((change) => `Not declared: ${change}`),
    ...declared
      .filter(({ change }) => !found.includes(change))
      .map(({ change }) => `Declared, but not so: ${change}`),
    ...declared.filter(({ why }) => why.trim() === '').map(({ change }) => `Without a reason: ${change}`),
    ...declared
      .filter(({ since }) => !isLaterLine(since, version))
      .map(
        ({ change, since }) => `Since ${since}, which is no later minor version than ${version}: ${change}`,
      ),
  ]
}

/** The schema that clients were given last. */
export interface Release {
  readonly version: string
  readonly schema: string
}

const heading = /^# Version (\d+\.\d+\.\d+)\n/

export function readRelease(text: string): Release {
  const [line = '', version] = heading.exec(text) ?? []
  if (version === undefined) throw new Error('A released schema begins with "# Version 1.2.3".')
  return { version, schema: text.slice(line.length) }
}

/** A line for each definition, without descriptions: they break no client, and without them a release shows what it changes. */
export function printRelease({ version, schema }: Release): string {
  const promised = visit(parse(schema), {
    StringValue: (_node, key) => (key === 'description' ? null : undefined),
  })
  const lines = promised.definitions.map((definition) => stripIgnoredCharacters(print(definition)))
  return `# Version ${version}\n${lines.join('\n')}\n`
}

/** A patch changes nothing that clients rely on; a minor version may, as long as there is no major one. */
function isLaterLine(since: string, released: string): boolean {
  const [major = 0, minor = 0] = since.split('.').map(Number)
  const [lastMajor = 0, lastMinor = 0] = released.split('.').map(Number)
  if (lastMajor > 0 || major > 0) return major > lastMajor
  return minor > lastMinor
}
