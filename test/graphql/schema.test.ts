import { readFileSync } from 'node:fs'
import {
  buildSchema,
  findSchemaChanges,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isSpecifiedScalarType,
  SafeChangeType,
} from 'graphql'
import { expect, test } from 'vitest'
import { schema, schemaText } from '../../src/graphql/schema.ts'

const additions: readonly string[] = [
  ...Object.values(SafeChangeType),
  // The contract's types implement more interfaces than it says: that takes nothing from a client.
  'IMPLEMENTED_INTERFACE_ADDED',
  // Nor does a further error that a mutation may answer with: a client reads its `code` and `message` as an Error's.
  'TYPE_ADDED_TO_UNION',
]

test('API the schema holds the whole contract', () => {
  const promised = buildSchema(readFileSync(contractFile(), 'utf8'))
  const breaking = findSchemaChanges(promised, schema).filter(({ type }) => !additions.includes(type))
  expect(breaking.map(({ description }) => description)).toEqual([])
})

test('API schema.graphql is what the code says', () => {
  const printed = readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8')
  expect(printed, 'run `node src/graphql/print-schema.ts`').toBe(schemaText())
})

test('API every type, field, argument and enum value has a description', () => {
  expect(undescribed(schema)).toEqual([])
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
