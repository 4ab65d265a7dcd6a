import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLNamedType,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isListType,
  isObjectType,
  isUnionType,
} from 'graphql'
import { describe, expect, test } from 'vitest'
import { schema } from '../../src/graphql/schema.ts'

interface Place {
  readonly path: string
  readonly value: GraphQLArgument | GraphQLInputField
}

const types: readonly GraphQLNamedType[] = Object.values(schema.getTypeMap()).filter(
  ({ name }) => !name.startsWith('__'),
)

/** Every argument of a field, and every field of an input. */
const places: readonly Place[] = types.flatMap((type): readonly Place[] => {
  if (isInputObjectType(type))
    return Object.values(type.getFields()).map((value) => ({ path: `${type.name}.${value.name}`, value }))
  if (!isObjectType(type)) return []
  return Object.values(type.getFields()).flatMap((field) =>
    field.args.map((value) => ({ path: `${type.name}.${field.name}.${value.name}`, value })),
  )
})

/** An object with a slug has it as its name, and is found by its slug or its id. */
const slugged = ['agent', 'workflow', 'dataSet', 'project']

const pathsOf = (found: readonly Place[]) => found.map(({ path }) => path)

describe('API-45 the names of the schema', () => {
  test('an argument of type ID is named id, ids, …Id, …Ids, or for an object that has a slug', () => {
    const wrong = places.filter(
      ({ value: { name, type } }) =>
        getNamedType(type).name === 'ID' && !/^ids?$|Ids?$/.test(name) && !slugged.includes(name),
    )
    // A comparison has two sides of one kind.
    expect(pathsOf(wrong)).toEqual(
      ['Query.runDiff.a', 'Query.runDiff.b', 'Evaluation.comparison.with'].toSorted(),
    )
  })

  test('an argument that is named for an object, or for an id, has the type ID', () => {
    const names = [
      ...slugged,
      'run',
      'parent',
      'schedule',
      'session',
      'gate',
      'evaluation',
      'baseline',
      'relic',
    ]
    const wrong = places.filter(
      ({ value: { name, type } }) =>
        (names.includes(name) || (/[a-z]Id$/.test(name) && !otherSystems.has(name))) &&
        getNamedType(type).name !== 'ID',
    )
    // A stored definition names its agent by the slug alone, as those of agents do.
    expect(pathsOf(wrong)).toEqual(['WorkflowDefinitionInput.agent'])
  })

  test('a list of ids is named ids in a filter, and elsewhere for its objects', () => {
    const bare = places.filter(({ path, value }) => value.name === 'ids' && !/Filter\.ids$/.test(path))
    expect(pathsOf(bare)).toEqual(['Query.nodes.ids'])
  })

  test('a mutation names the object that it changes by `id`, and any other by the word for it', () => {
    const inputs = Object.values(schema.getMutationType()?.getFields() ?? {}).flatMap((field) => {
      const input = getNamedType(field.args[0]?.type ?? field.type)
      return isInputObjectType(input) ? Object.values(input.getFields()) : []
    })
    const named = (kind: RegExp) =>
      new Set(
        inputs
          .filter(({ name }) => kind.test(name))
          .map(({ name, type }) => `${name}: ${getNamedType(type)}`),
      )
    expect(named(/^agent(Id|Slug)?$/)).toEqual(new Set(['agent: ID']))
    expect(named(/^run(s|Ids?)?$/)).toEqual(new Set(['runId: ID', 'runIds: ID']))
    expect(named(/^workflow(Id|Slug)?$/)).toEqual(new Set(['workflow: ID']))
    expect(named(/^project(Id|Slug)?$/)).toEqual(new Set(['project: ID']))
    expect(named(/^dataSet(Id|Slug)?$/)).toEqual(new Set(['dataSet: ID']))
  })

  test('each list is paged, filtered and ordered by the same arguments', () => {
    const usual = ['after', 'before', 'filter', 'first', 'last', 'orderBy']
    const others = types
      .filter((type) => isObjectType(type))
      .flatMap((type) =>
        Object.values(type.getFields())
          .filter((field) => getNamedType(field.type).name.endsWith('Connection'))
          .flatMap((field) =>
            field.args.map(({ name }) => [name, `${type.name}.${field.name}.${name}`] as const),
          ),
      )
      .filter(([name]) => !usual.includes(name))
    expect(others.map(([, path]) => path).toSorted()).toEqual([
      'DataSet.items.version',
      'Relic.entries.prefix',
      'Run.events.includeDescendants',
      'Run.events.types',
    ])
    const filters = places.filter(({ value: { name, type } }) => {
      const of = getNamedType(type).name
      return of.endsWith('Filter') !== (name === 'filter') || of.endsWith('Order') !== (name === 'orderBy')
    })
    expect(pathsOf(filters)).toEqual([])
  })

  test('a mutation takes one input of its name, and gives a result of its name with the error of its role', () => {
    for (const field of Object.values(schema.getMutationType()?.getFields() ?? {})) {
      const name = field.name.replace(/^./, (first) => first.toUpperCase())
      expect(field.args.map((arg) => `${arg.name}: ${arg.type}`)).toEqual([`input: ${name}Input!`])
      const result = getNamedType(field.type)
      expect(result.name).toBe(`${name}Result`)
      const members = isUnionType(result) ? result.getTypes().map((type) => type.name) : []
      expect(members).toContain('ForbiddenError')
    }
  })

  test('a number says its unit: milliseconds end in Ms, but for percentiles, US dollars in Usd', () => {
    const fields = types.flatMap(fieldsOf)
    const unit = (pattern: RegExp, suffix: RegExp) =>
      fields
        .filter(({ field }) => ['Int', 'SafeInt', 'Decimal'].includes(getNamedType(field.type).name))
        .filter(({ field }) => pattern.test(field.description ?? '') && !suffix.test(field.name))
        .map(({ path }) => path)
    expect(unit(/milliseconds/, /Ms$|^p\d\d$/)).toEqual([])
    expect(unit(/US dollars/, /Usd(PerDay)?$|PerMillion$/)).toEqual([])
  })

  test('a list has entries that are never null, but for the objects of `nodes` and `_entities`', () => {
    const holed = types
      .flatMap(fieldsOf)
      .filter(({ field }) => {
        const list = getNullableType(field.type)
        return isListType(list) && getNullableType(list.ofType) === list.ofType
      })
      .map(({ path }) => path)
    expect(holed).toEqual(['Query.nodes', 'Query._entities'])
  })
})

interface Field {
  readonly path: string
  readonly field: GraphQLField<unknown, unknown> | GraphQLInputField
}

/** The fields of an object or an input. */
function fieldsOf(type: GraphQLNamedType): readonly Field[] {
  if (!isObjectType(type) && !isInputObjectType(type)) return []
  return Object.values(type.getFields()).map((field) => ({ path: `${type.name}.${field.name}`, field }))
}

/** Ids that other systems give. */
const otherSystems = new Set(['threadId', 'accountId', 'guildId'])
