import type { FieldMap, FieldRef, ObjectRef } from '@pothos/core'
import { type PrismaObjectRef, type prismaModelName, queryFromInfo } from '@pothos/plugin-prisma'
import type { GraphQLResolveInfo } from 'graphql'
import { RungraphError } from '../domain/errors.ts'
import { builder, type Types } from './builder.ts'
import type { GraphQLContext } from './context.ts'
import { capital, type RowFields, rowFields, wordOf } from './fields.ts'
import { canBeName, type NodeKind, readId, toGlobalId } from './global-id.ts'

/** The tables whose rows have global ids. */
type RowKind = Exclude<NodeKind, 'RunEvent'>
type Model<Kind extends RowKind> = Types['PrismaTypes'][Kind]
export interface Row {
  readonly id: string
}
/** Selections of fields are of the model that a row names. */
type RowOf<Kind extends RowKind> = Row & { readonly [prismaModelName]?: Kind }
type More<Kind extends RowKind> = (
  t: PothosSchemaTypes.PrismaObjectFieldBuilder<Types, Model<Kind>, RowOf<Kind>>,
) => FieldMap

/** An object of the schema with a global id that is a row of the table of its name. `more`: fields that are no columns. */
export function rowObject<Kind extends RowKind>(
  kind: Kind,
  description: string,
  columns: RowFields<Model<Kind>>,
  more: More<Kind> = () => ({}),
): PrismaObjectRef<Types, Model<Kind>, Row> {
  return builder.prismaObject(kind, {
    description,
    interfaces: [builder.nodeInterfaceRef()],
    select: { id: true },
    fields: (t) => ({
      id: t.id({
        description: `Global id of the ${wordOf(kind)}.`,
        resolve: ({ id }) => toGlobalId(kind, id),
      }),
      ...rowFields(t, columns),
      // A builder of fields of the same row; the compiler sees all models at once.
      ...more(t as never),
    }),
  })
}

/** Declares the query for an object of the project by its id. */
export function queryById(kind: RowKind, type: ObjectRef<Types, Row>): void {
  const word = wordOf(kind)
  builder.queryField(fieldNameOf(kind), (t) =>
    t.field({
      type,
      nullable: true,
      description: `${capital(word)} with this id. Null if the project has no such ${word}.`,
      args: {
        id: t.arg.id({
          description: `Global id of the ${word}, or its UUID as logs show it.`,
          required: true,
        }),
      },
      resolve: (_, { id }, ctx, info) => findRow(kind, { id: readId(kind, id, 'id') }, { ctx, info }),
    }),
  )
}

/** Declares the query for an object of the project by its id or its slug or name. */
export function queryByKey(kind: RowKind, type: ObjectRef<Types, Row>, key: 'slug' | 'name'): void {
  const [word, field] = [wordOf(kind), fieldNameOf(kind)]
  builder.queryField(field, (t) =>
    t.field({
      type,
      nullable: true,
      description: `${capital(word)} with this id or ${key}. Null if the project has no such ${word}.`,
      args: {
        id: t.arg.id({ description: `Global id of the ${word}.` }),
        [key]: t.arg.string({ description: `${capital(key)} of the ${word}.` }),
      },
      resolve: (_, { id, [key]: name }, ctx, info) => {
        if (id != null && name == null) return findRow(kind, { id: readId(kind, id, 'id') }, { ctx, info })
        if (name != null && id == null) {
          const unique = { [`projectId_${key}`]: { projectId: ctx.project.id, [key]: name } }
          return canBeName(name) ? findRow(kind, unique, { ctx, info }) : null
        }
        const message = `${field} takes either \`id\` or \`${key}\`.`
        throw new RungraphError('INVALID_INPUT', { message, path: ['id'] })
      },
    }),
  )
}

/** A field that gives the row of an object of which a value has the id. */
export function rowOf<Value extends object>(
  t: PothosSchemaTypes.ObjectFieldBuilder<Types, Value>,
  type: ObjectRef<Types, Row> & { readonly name: string },
  description: string,
  idOf: (value: Value) => string,
): FieldRef<Types, Row, 'Object'> {
  return t.field({
    type,
    description,
    resolve: (value, _, ctx, info) => foundRow(type.name, idOf(value), { ctx, info }),
  })
}

interface Field {
  readonly ctx: GraphQLContext
  readonly info: GraphQLResolveInfo
}

interface Table {
  findUnique(query: object): Promise<Row | null>
  findMany(query: object): Promise<readonly Row[]>
}

/** A row of the project with the fields that the operation selects; `null` where there is none. */
export function findRow(kind: string, where: object, { ctx, info }: Field): Promise<Row | null> {
  const { select } = queryFromInfo({ context: ctx, info, typeName: kind, select: { id: true } })
  return tableOf(kind, ctx).findUnique({ select, where: { ...where, projectId: ctx.project.id } })
}

/** The same for a row that is there. */
export async function foundRow(kind: string, id: string, field: Field): Promise<Row> {
  const row = await findRow(kind, { id }, field)
  if (row === null) throw new Error(`${kind} ${id} is not there.`)
  return row
}

/** A row that others name by its id, read together with those of all rows of a list; `null` where it is not there any more. */
export function loadRow(kind: RowKind, id: string, { ctx, info }: Field): Promise<Row | null> {
  const { select } = queryFromInfo({ context: ctx, info, select: { id: true } })
  const loader = ctx.loaders.ofField<string, Row | null>(info, 'row', async (ids) => {
    const where = { id: { in: [...new Set(ids)] }, projectId: ctx.project.id }
    const rows = new Map((await tableOf(kind, ctx).findMany({ select, where })).map((row) => [row.id, row]))
    return ids.map((one) => rows.get(one) ?? null)
  })
  return loader.load(id)
}

function tableOf(kind: string, { prisma }: GraphQLContext): Table {
  return Reflect.get(prisma, fieldNameOf(kind))
}

function fieldNameOf(kind: string): string {
  return `${kind.charAt(0).toLowerCase()}${kind.slice(1)}`
}
