import { useMemo } from 'react'
import { useQuery } from 'urql'
import { DefinitionSchemaDocument } from '../../../generated/console/graphql.ts'

/** A type as the introspection of GraphQL describes it. */
interface TypeNode {
  readonly kind: string
  readonly name?: string | null | undefined
  readonly enumValues?: readonly { readonly name: string }[] | null | undefined
  readonly inputFields?: readonly InputField[] | null | undefined
  readonly ofType?: TypeNode | null | undefined
}

interface InputField {
  readonly name: string
  readonly description?: string | null | undefined
  readonly type: TypeNode
}

type JsonSchema = Readonly<Record<string, unknown>>

/** The JSON Schema of a definition, made from the schema of the API; undefined where the server does not tell it. */
export function useDefinitionSchema(): JsonSchema | undefined {
  const [{ data }] = useQuery({ query: DefinitionSchemaDocument })
  const fields: readonly InputField[] | null | undefined = data?.__type?.inputFields
  return useMemo(() => (fields ? toObject(fields) : undefined), [fields])
}

function toObject(fields: readonly InputField[]): JsonSchema {
  return {
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(
      fields.map(({ name, description, type }) => [name, { ...toSchema(type), description }]),
    ),
    required: fields.filter(({ type }) => type.kind === 'NON_NULL').map(({ name }) => name),
  }
}

function toSchema(type: TypeNode): JsonSchema {
  return type.kind === 'NON_NULL' && type.ofType ? toValue(type.ofType) : orNull(toValue(type))
}

function toValue({ kind, name, enumValues, inputFields, ofType }: TypeNode): JsonSchema {
  if (kind === 'LIST' && ofType) return { type: 'array', items: toSchema(ofType) }
  if (enumValues) return { enum: enumValues.map((value) => value.name) }
  if (inputFields) return toObject(inputFields)
  return scalars[name ?? ''] ?? {}
}

const scalars: Readonly<Record<string, JsonSchema>> = {
  String: { type: 'string' },
  ID: { type: 'string' },
  Boolean: { type: 'boolean' },
  Int: { type: 'integer' },
  SafeInt: { type: 'integer' },
  Float: { type: 'number' },
  Decimal: { type: ['string', 'number'] },
}

function orNull(schema: JsonSchema): JsonSchema {
  const { type, enum: values } = schema
  if (Array.isArray(values)) return { ...schema, enum: [...values, null] }
  return type === undefined ? schema : { ...schema, type: [type, 'null'].flat() }
}
