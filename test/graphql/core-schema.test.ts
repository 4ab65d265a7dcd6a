import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  buildSchema,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLNamedType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isUnionType,
  validateSchema,
} from 'graphql'
import { describe, expect, test } from 'vitest'
import { clientSchema } from '../../src/graphql/client-schema.ts'
import { coreText, namesBeyondCore } from '../../src/graphql/core-schema.ts'
import { root } from '../checks/run-command.ts'

const core = buildSchema(coreText())
const whole = clientSchema()

describe('API-57 the core of the schema', () => {
  test('is the one that is printed', () => {
    expect(readFileSync(join(root, 'docs/reference/core.graphql'), 'utf8')).toBe(coreText())
  })

  test('is a schema of fewer than twenty operations and a third of the types', () => {
    expect(validateSchema(core)).toEqual([])
    expect(operationsOf(core).length).toBeLessThan(20)
    expect(namesIn(core).length).toBeLessThan(namesIn(whole).length / 3)
    expect(namesBeyondCore()).toEqual(
      expect.arrayContaining(['createAgent', 'webhooks', 'runUpdated', 'modelCalls']),
    )
  })

  test('has nothing that the whole has not in the same way', () => {
    for (const type of Object.values(core.getTypeMap())) {
      const same = whole.getType(type.name)
      if (same === undefined) expect(type.name).toBe('a type of the whole schema')
      else expect(membersOf(same)).toEqual(expect.arrayContaining([...membersOf(type)]))
    }
  })

  test('has every value that the fields of its types can have', () => {
    for (const type of Object.values(core.getTypeMap())) {
      const same = whole.getType(type.name)
      if (isEnumType(type) || isUnionType(type)) expect(membersOf(type)).toEqual(same && membersOf(same))
    }
    const event = core.getType('RunEvent')
    const wholeEvent = whole.getType('RunEvent')
    if (!isInterfaceType(event) || !isInterfaceType(wholeEvent)) throw new Error('There is no RunEvent.')
    expect(namesOf(core.getPossibleTypes(event))).toEqual(namesOf(whole.getPossibleTypes(wholeEvent)))
  })

  test('leaves out no input that must be given', () => {
    for (const type of Object.values(core.getTypeMap())) {
      const same = whole.getType(type.name)
      if (!isInputObjectType(type) || !isInputObjectType(same)) continue
      const required = Object.values(same.getFields()).filter(
        (field) => String(field.type).endsWith('!') && field.defaultValue === undefined,
      )
      for (const { name } of required) expect(Object.keys(type.getFields())).toContain(name)
    }
  })
})

function operationsOf(schema: GraphQLSchema): readonly string[] {
  return [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()].flatMap((type) =>
    Object.keys(type?.getFields() ?? {}),
  )
}

function namesIn(schema: GraphQLSchema): readonly string[] {
  return Object.keys(schema.getTypeMap()).filter((name) => !name.startsWith('__'))
}

function namesOf(types: readonly GraphQLNamedType[]): readonly string[] {
  return types.map(({ name }) => name).sort()
}

/** Each part of a type with the types of its arguments. */
function membersOf(type: GraphQLNamedType): readonly string[] {
  if (isEnumType(type))
    return type
      .getValues()
      .map(({ name }) => name)
      .sort()
  if (isUnionType(type)) return namesOf(type.getTypes())
  const hasFields = isObjectType(type) || isInterfaceType(type) || isInputObjectType(type)
  const fields: readonly (GraphQLField<unknown, unknown> | GraphQLInputField)[] = hasFields
    ? Object.values(type.getFields())
    : []
  return fields.map((field) => {
    const args = 'args' in field ? field.args.map(({ name, type: given }) => `${name}: ${given}`).sort() : []
    return `${field.name}(${args.join(', ')}): ${field.type}`
  })
}
