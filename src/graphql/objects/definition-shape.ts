import type { EnumRef, ObjectRef } from '@pothos/core'
import { builder, type Types } from '../builder.ts'

/** A value as the API takes it and gives it. */
type Scalar = 'String' | 'Int' | 'Float' | 'Boolean' | 'SafeInt' | 'Decimal' | 'JSON'

interface ShapeField {
  readonly type: Scalar | EnumRef<Types, string> | Shape
  readonly description: string
  readonly isList?: true
  /** Whether an input must have it. */
  readonly isRequired?: true
  /** Whether null is a value of its own: in an output it may be null. */
  readonly isNullable?: true
}

type ShapeFields = Readonly<Record<string, ShapeField>>
type Row = Readonly<Record<string, unknown>>

/** A part of a definition, declared once: its input and its output have the same fields. */
export interface Shape {
  readonly fields: ShapeFields
  readonly input: ReturnType<typeof defineInput>
  readonly output: ObjectRef<Types, Row>
}

/** Declares a part as the input `<name>Input` and the output `name`. */
export function shape(name: string, description: string, fields: ShapeFields, inputNote = ''): Shape {
  return {
    fields,
    input: defineInput(`${name}Input`, `${description}${inputNote}`, fields),
    output: defineOutput(name, description, fields),
  }
}

function defineInput(name: string, description: string, fields: ShapeFields) {
  return builder.inputType(name, {
    description,
    fields: (t) =>
      Object.fromEntries(
        Object.entries(fields).map(([field, { type, isList, isRequired, description: meaning }]) => {
          const item = isShape(type) ? type.input : type
          // The compiler sees all types of all fields at once; the operation checks its input.
          const ofField = (isList ? [item] : item) as 'JSON'
          return [field, t.field({ type: ofField, required: isRequired === true, description: meaning })]
        }),
      ),
  })
}

function defineOutput(name: string, description: string, fields: ShapeFields): ObjectRef<Types, Row> {
  return builder.objectRef<Row>(name).implement({
    description,
    fields: (t) =>
      Object.fromEntries(
        Object.entries(fields).map(([field, { type, isList, isNullable, description: meaning }]) => {
          const item = isShape(type) ? type.output : type
          // As above: the stored value was checked by the declaration of the domain.
          const ofField = (isList ? [item] : item) as 'JSON'
          return [
            field,
            t.field({
              type: ofField,
              nullable: isNullable === true,
              description: meaning,
              resolve: (row) => row[field] ?? null,
            }),
          ]
        }),
      ),
  })
}

function isShape(type: ShapeField['type']): type is Shape {
  return typeof type === 'object' && 'output' in type
}

/** Declares a field of a shape. */
export function one(type: ShapeField['type'], description: string): ShapeField {
  return { type, description }
}

export function many(type: ShapeField['type'], description: string): ShapeField {
  return { type, description, isList: true }
}

export function required(field: ShapeField): ShapeField {
  return { ...field, isRequired: true }
}

export function nullable(field: ShapeField): ShapeField {
  return { ...field, isNullable: true }
}
