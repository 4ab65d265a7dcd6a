import { readFileSync } from 'node:fs'
import {
  buildSchema,
  findSchemaChanges,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isSpecifiedScalarType,
  SafeChangeType,
} from 'graphql'
import { describe, expect, test } from 'vitest'
import { clientSchema } from '../../src/graphql/client-schema.ts'
import { schema, schemaText } from '../../src/graphql/schema.ts'

const additions: readonly string[] = [
  ...Object.values(SafeChangeType),
  // The contract's types implement more interfaces than it says: that takes nothing from a client.
  'IMPLEMENTED_INTERFACE_ADDED',
  // Nor does a further error that a mutation may answer with: a client reads its `code` and `message` as an Error's.
  'TYPE_ADDED_TO_UNION',
]

test('API-10 the schema holds the whole contract', () => {
  const promised = buildSchema(readFileSync(contractFile(), 'utf8'))
  const breaking = findSchemaChanges(promised, schema).filter(({ type }) => !additions.includes(type))
  // Types of events may come (docs/api.md): a client that does not know one reads the fields of RunEvent. No field gives a value
  // of RunOrderField. A gate that is answered is of a kind that only those see who ask for it.
  const isAllowed = (description: string) =>
    /^Enum value (RunEventType|RunOrderField|GateStatus|GateDecision)\./.test(description)
  const descriptions = breaking.map(({ description }) => description)
  expect(descriptions.filter((description) => !isAllowed(description))).toEqual([])
})

/**
 * Fields of one name and two types among the members of an interface or a union: a query that selects both in fragments is refused.
 * `Node` is left out: nobody selects fields of unrelated objects at once.
 */
function conflicts(of: GraphQLSchema): readonly string[] {
  const abstract = Object.values(of.getTypeMap()).filter(
    (type) => isAbstractType(type) && type.name !== 'Node',
  )
  return abstract.flatMap((type) => {
    const members = isAbstractType(type) ? of.getPossibleTypes(type) : []
    const fields = members.flatMap((member) =>
      Object.values(member.getFields()).map((field) => ({ name: field.name, type: String(field.type) })),
    )
    const byName = Map.groupBy(fields, ({ name }) => name)
    return [...byName].flatMap(([name, same]) => {
      const types = new Set(same.map((field) => field.type))
      return types.size > 1 ? [`${type.name}.${name}: ${[...types].join(', ')}`] : []
    })
  })
}

test('API-23 no two members of an interface or a union have fields of one name and different types', () => {
  // `_Entity` is left out: a gateway gives the fields of one name aliases.
  expect(conflicts(clientSchema())).toEqual([])
  const wrong = buildSchema(`
    type Query { a: Either, b: Thing }
    union Either = A | B
    type A { x: Int, y: Int }
    type B { x: Int!, y: Int }
    interface Thing { id: ID }
    type C implements Thing { id: ID, z: [Int] }
    type D implements Thing { id: ID, z: Int }`)
  expect(conflicts(wrong)).toEqual(['Either.x: Int, Int!', 'Thing.z: [Int], Int'])
})

test('API schema.graphql matches the code', () => {
  const printed = readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8')
  expect(printed, 'run `node build/print-schema.ts`').toBe(schemaText())
})

test('API-10 every type, field, argument and enum value has a description', () => {
  expect(undescribed(schema)).toEqual([])
})

describe('API-10 the rules of Relay', () => {
  const types = Object.values(schema.getTypeMap())
  const objects = types.filter(isObjectType)
  const typeOf = (owner: string, field: string) => {
    const type = schema.getType(owner)
    return isObjectType(type) || isInterfaceType(type) ? String(type.getFields()[field]?.type) : null
  }

  test('an object with a global id is a Node, and can be fetched by it', () => {
    expect(['node', 'nodes'].map((field) => typeOf('Query', field))).toEqual(['Node', '[Node]!'])
    expect(typeOf('Node', 'id')).toBe('ID!')
    const withoutNode = objects.filter(
      (type) => 'id' in type.getFields() && !type.getInterfaces().some(({ name }) => name === 'Node'),
    )
    // A worker is of no project, a binding has no place of its own in the graph, and a deleted object no longer exists.
    const names = withoutNode.map(({ name }) => name).filter((name) => !name.startsWith('Deleted'))
    expect(names).toEqual(['Binding', 'Worker'])
  })

  const connections = objects.filter(({ name }) => name.endsWith('Connection'))
  test.for(connections.map(({ name }) => name))('%s is a connection', (name) => {
    const edge = name.replace(/Connection$/, 'Edge')
    expect(typeOf(name, 'edges')).toBe(`[${edge}!]!`)
    expect(typeOf(name, 'nodes')).toBe(`[${name.replace(/Connection$/, '')}!]!`)
    expect(typeOf(name, 'pageInfo')).toBe('PageInfo!')
    expect(typeOf(name, 'totalCount')).toBe('Int!')
    expect(typeOf(edge, 'cursor')).toBe('String!')
    expect(typeOf(edge, 'node')).toBe(`${name.replace(/Connection$/, '')}!`)
  })

  test('a field that gives a connection takes the arguments of one', () => {
    const fields = objects.flatMap((type) =>
      Object.values(type.getFields()).filter((field) => getNamedType(field.type).name.endsWith('Connection')),
    )
    expect(fields.length).toBeGreaterThan(10)
    for (const { name, args } of fields) {
      const given = new Map(args.map((argument) => [argument.name, String(argument.type)]))
      expect([name, given.get('first'), given.get('after')]).toEqual([name, 'Int', 'String'])
      expect([name, given.get('last'), given.get('before')]).toEqual([name, 'Int', 'String'])
    }
  })

  test('PageInfo says whether there is more, and where', () => {
    const fields = ['hasNextPage', 'hasPreviousPage', 'startCursor', 'endCursor']
    expect(fields.map((field) => typeOf('PageInfo', field))).toEqual([
      'Boolean!',
      'Boolean!',
      'String',
      'String',
    ])
  })
})

function contractFile(): string | URL {
  return process.env.RUNGRAPH_CONTRACT ?? new URL('../fixtures/contract.graphql', import.meta.url)
}

function undescribed(given: GraphQLSchema): readonly string[] {
  const own = Object.values(given.getTypeMap()).filter(
    (type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type),
  )
  return own.flatMap((type) => [
    ...missing(type.name, type),
    ...(isEnumType(type) ? type.getValues() : []).flatMap((value) =>
      missing(`${type.name}.${value.name}`, value),
    ),
    ...(isInputObjectType(type) ? Object.values(type.getFields()) : []).flatMap((field) =>
      missing(`${type.name}.${field.name}`, field),
    ),
    ...(isObjectType(type) || isInterfaceType(type) ? Object.values(type.getFields()) : []).flatMap(
      (field) => [
        ...missing(`${type.name}.${field.name}`, field),
        ...field.args.flatMap((argument) =>
          missing(`${type.name}.${field.name}(${argument.name}:)`, argument),
        ),
      ],
    ),
  ])
}

function missing(name: string, { description }: { readonly description?: string | null | undefined }) {
  return description ? [] : [name]
}
