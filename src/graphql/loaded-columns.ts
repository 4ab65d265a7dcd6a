import SchemaBuilder, { BasePlugin, type PothosOutputFieldConfig, type SchemaTypes } from '@pothos/core'
import { defaultFieldResolver, type GraphQLFieldResolver } from 'graphql'
import { getDatamodel } from '../generated/pothos.ts'

/** The name of the plugin, first in the list of the builder's: its wrappers are outside of those of the others. */
export const loadedColumns = 'loadedColumns'

declare global {
  namespace PothosSchemaTypes {
    interface Plugins<Types extends SchemaTypes> {
      loadedColumns: LoadedColumnsPlugin<Types>
    }
  }
}

/**
 * Resolves a field from its row where the row has the columns that the field selects. Pothos' Prisma plugin asks for each field of each row
 * whether the operation's plan had loaded it, by the path of the field as text: a fifth of the time of a page of fifty runs. A row that has
 * the columns needs no such question; for any other row, the plugin loads them. Wrappers of other plugins around the field's own resolver
 * are left out then: one that decides who may read goes before this one in the list.
 */
class LoadedColumnsPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override wrapResolve(
    resolve: GraphQLFieldResolver<unknown, Types['Context'], object>,
    field: PothosOutputFieldConfig<Types>,
  ): GraphQLFieldResolver<unknown, Types['Context'], object> {
    const reference = referenceOf(field.extensions)
    if (reference !== null)
      return (row, args, context, info) => {
        const object: unknown = isPlainRow(row) ? Reflect.get(row, reference) : undefined
        return object === undefined ? resolve(row, args, context, info) : object
      }
    const model = this.buildCache.getTypeConfig(field.parentType).extensions?.pothosPrismaModel
    const columns = columnsOf(field.extensions?.pothosPrismaSelect, relations.get(String(model)))
    if (columns === null) return resolve
    const fromRow: GraphQLFieldResolver<unknown, Types['Context'], object> =
      field.resolve ?? defaultFieldResolver
    return (row, args, context, info) =>
      hasAll(row, columns) ? fromRow(row, args, context, info) : resolve(row, args, context, info)
  }
}

/** Rows that were read without Prisma, with the objects that the operation selects of them. */
const plainRows = new WeakSet<object>()

/** Notes that a row has the objects that the operation selects of it, so that a field need not ask the plugin for them. */
export function markPlain(row: object): void {
  plainRows.add(row)
}

function isPlainRow(row: unknown): row is object {
  return typeof row === 'object' && row !== null && plainRows.has(row)
}

SchemaBuilder.registerPlugin(loadedColumns, LoadedColumnsPlugin)

/** The property of a row for a field that gives the one object of a relation. */
function referenceOf(extensions: PothosOutputFieldConfig<SchemaTypes>['extensions']): string | null {
  const relation: unknown = extensions?.pothosPrismaRelationField
  if (typeof relation !== 'object' || relation === null || !('isList' in relation) || !('name' in relation))
    return null
  return relation.isList === false && typeof relation.name === 'string' ? relation.name : null
}

/** The names of the fields of each model that are relations: the loaded part of one depends on the operation. */
const relations: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(getDatamodel().datamodel.models).map(([model, { fields }]) => [
    model,
    new Set(fields.filter(({ kind }) => kind === 'object').map(({ name }) => name)),
  ]),
)

/** The columns of a selection; `null` for one that depends on arguments, or selects anything of a relation. */
function columnsOf(
  selection: unknown,
  relationsOfModel: ReadonlySet<string> | undefined,
): readonly string[] | null {
  if (typeof selection !== 'object' || selection === null || !relationsOfModel) return null
  const columns = Object.entries(selection)
  const isPlain = columns.every(([name, selected]) => selected === true && !relationsOfModel.has(name))
  return columns.length > 0 && isPlain ? columns.map(([name]) => name) : null
}

/** A column that was not loaded is undefined; one without a value is null. */
function hasAll(row: unknown, columns: readonly string[]): boolean {
  return (
    typeof row === 'object' && row !== null && columns.every((name) => Reflect.get(row, name) !== undefined)
  )
}
