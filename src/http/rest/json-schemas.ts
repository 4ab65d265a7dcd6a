import {
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  isScalarType,
  Kind,
  type SelectionSetNode,
} from 'graphql'
import { schema } from '../../graphql/schema.ts'
import { isFile } from './request-values.ts'

/** A JSON Schema of the draft 2020-12, which OpenAPI 3.1 uses. */
export type JsonSchema = Readonly<Record<string, unknown>>

const scalars: Readonly<Record<string, JsonSchema>> = {
  ID: { type: 'string' },
  String: { type: 'string' },
  Boolean: { type: 'boolean' },
  Int: { type: 'integer', format: 'int32' },
  SafeInt: { type: 'integer', format: 'int64' },
  Float: { type: 'number' },
  Decimal: { type: 'string', format: 'decimal' },
  DateTime: { type: 'string', format: 'date-time' },
  JSON: {},
}

/**
 * JSON Schemas of what documents select, and of inputs. A fragment is a component of its name, and so is an enum and an input.
 */
export class JsonSchemas {
  readonly components = new Map<string, JsonSchema>()

  /** What a field gives, by what is selected of it. */
  ofOutput(type: GraphQLOutputType, set: SelectionSetNode | undefined, fragments: Fragments): JsonSchema {
    if (isNonNullType(type)) return this.#present(type.ofType, set, fragments)
    return nullable(this.#present(type, set, fragments))
  }

  ofInput(type: GraphQLInputType): JsonSchema {
    return isNonNullType(type) ? this.ofGiven(type) : nullable(this.ofGiven(type))
  }

  /** A value that is given: null is none. */
  ofGiven(type: GraphQLInputType): JsonSchema {
    if (isNonNullType(type)) return this.ofGiven(type.ofType)
    if (isListType(type)) return { type: 'array', items: this.ofInput(type.ofType) }
    if (!isInputObjectType(type))
      return type.name === 'Decimal' ? { type: ['string', 'number'] } : this.#leaf(type)
    return this.#component(type.name, () =>
      described(this.ofInputFields(Object.values(type.getFields()), type.isOneOf), type.description),
    )
  }

  /** An object of fields of an input. */
  ofInputFields(fields: readonly GraphQLInputField[], isOneOf = false): JsonSchema {
    const sent = fields.filter((field) => !isFile(field))
    const required = sent.filter(
      ({ type, defaultValue }) => isNonNullType(type) && defaultValue === undefined,
    )
    const properties = sent.map((field) => [
      field.name,
      described(isOneOf ? this.ofGiven(field.type) : this.ofInput(field.type), field.description),
    ])
    return {
      ...{ type: 'object', properties: Object.fromEntries(properties), additionalProperties: false },
      ...(required.length > 0 && { required: required.map(({ name }) => name) }),
      ...(isOneOf && { minProperties: 1, maxProperties: 1 }),
    }
  }

  /** The objects of a type, or of its members, with what is selected of each. */
  ofSelection(type: GraphQLCompositeType, set: SelectionSetNode, fragments: Fragments): JsonSchema {
    const spread = onlySpread(set)
    const fragment = spread === null ? undefined : fragments.get(spread)
    if (spread !== null && fragment?.typeCondition.name.value === type.name)
      return this.#component(componentName(spread), () =>
        described(this.ofSelection(type, fragment.selectionSet, fragments), type.description),
      )
    if (isObjectType(type)) return objectOf(this.#propertiesOf(type, set, fragments))
    const members = schema
      .getPossibleTypes(type)
      .map((member) => ({ member, properties: this.#propertiesOf(member, set, fragments) }))
    if (!members.every(({ properties }) => [...properties.values()].some(isNamed)))
      return objectOfEither(members.map(({ properties }) => properties))
    return {
      oneOf: members.map(({ member: { name, description }, properties }) => ({
        title: name,
        ...described(objectOf(properties), description),
      })),
    }
  }

  #present(type: GraphQLOutputType, set: SelectionSetNode | undefined, fragments: Fragments): JsonSchema {
    if (isListType(type)) return { type: 'array', items: this.ofOutput(type.ofType, set, fragments) }
    if (isCompositeType(type) && set !== undefined) return this.ofSelection(type, set, fragments)
    return this.#leaf(type)
  }

  #leaf(type: unknown): JsonSchema {
    if (isScalarType(type)) return scalars[type.name] ?? {}
    if (!isEnumType(type)) throw new Error(`${String(type)} is no leaf.`)
    const values = type.getValues().map(({ name }) => name)
    return this.#component(type.name, () => described({ type: 'string', enum: values }, type.description))
  }

  #propertiesOf(type: GraphQLObjectType, { selections }: SelectionSetNode, fragments: Fragments): Properties {
    const properties = new Map<string, JsonSchema>()
    for (const selection of selections) {
      if (selection.kind === Kind.FIELD) {
        const field = type.getFields()[selection.name.value]
        const name = (selection.alias ?? selection.name).value
        properties.set(
          name,
          field === undefined || isNameOfType(type, field)
            ? { const: type.name }
            : described(this.ofOutput(field.type, selection.selectionSet, fragments), field.description),
        )
        continue
      }
      const inner = selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments.get(selection.name.value)
      if (inner === undefined || !isFor(type, inner.typeCondition?.name.value)) continue
      for (const [name, property] of this.#propertiesOf(type, inner.selectionSet, fragments))
        properties.set(name, property)
    }
    return properties
  }

  #component(name: string, make: () => JsonSchema): JsonSchema {
    if (!this.components.has(name)) {
      // Its own place in an input that has itself within it.
      this.components.set(name, {})
      this.components.set(name, make())
    }
    return { $ref: `#/components/schemas/${name}` }
  }
}

type Properties = ReadonlyMap<string, JsonSchema>

function objectOf(properties: Properties): JsonSchema {
  return { type: 'object', properties: Object.fromEntries(properties), required: [...properties.keys()] }
}

/** Members that nothing tells apart. Fields of one name have one type (API-23). */
function objectOfEither(members: readonly Properties[]): JsonSchema {
  const properties = new Map(members.flatMap((member) => [...member]))
  const required = [...properties.keys()].filter((name) => members.every((member) => member.has(name)))
  return { ...objectOf(properties), required }
}

/** Whether a property says which member its object is. */
function isNamed(property: JsonSchema): boolean {
  return 'const' in property
}

export type Fragments = ReadonlyMap<string, FragmentDefinitionNode>

/** `__typename`, which has no field of its own; and the type of an event, which is the name of its object. */
function isNameOfType(
  type: GraphQLObjectType,
  { name, type: given }: GraphQLField<unknown, unknown>,
): boolean {
  const leaf = getNamedType(given)
  return name === 'type' && isEnumType(leaf) && leaf.getValue(type.name) !== undefined
}

function isFor(type: GraphQLObjectType, condition: string | undefined): boolean {
  if (condition === undefined || condition === type.name) return true
  const named = schema.getType(condition)
  return isAbstractType(named) && schema.isSubType(named, type)
}

function onlySpread({ selections }: SelectionSetNode): string | null {
  const [only] = selections
  return selections.length === 1 && only?.kind === Kind.FRAGMENT_SPREAD ? only.name.value : null
}

function componentName(fragment: string): string {
  return fragment.replace(/Fields$/, '')
}

function nullable(inner: JsonSchema): JsonSchema {
  if (Object.keys(inner).length === 0) return inner
  if (typeof inner.type === 'string' && !('enum' in inner)) return { ...inner, type: [inner.type, 'null'] }
  return { anyOf: [inner, { type: 'null' }] }
}

export function described(inner: JsonSchema, description: string | null | undefined): JsonSchema {
  return description == null || description === '' ? inner : { description, ...inner }
}
