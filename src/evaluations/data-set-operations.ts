import {
  type AddItems,
  type AddRuns,
  type CheckedItem,
  type DataSetOperations,
  type DataSetStore,
  dataSetBounds,
  type Expectations,
  expectations,
  type ItemChange,
  type MissingOfItem,
  type NewDataSet,
  type NewItem,
} from '../domain/data-set.ts'
import { invalid, isRungraphError, RungraphError, tooMany } from '../domain/errors.ts'
import { sha256OfJson } from '../domain/hash.ts'
import { checkSlug, notFound, type ObjectKey } from '../domain/object-key.ts'
import type { Schemas } from '../domain/schemas.ts'
import { checkText, invalidArgument, invalidInput, refuseUnstorable } from '../engine/check-input.ts'
import { checkInputText, checkKey, checkObject } from '../engine/commands/run-input.ts'
import { originOfFiles, refuseManyFiles, storedFiles } from '../engine/files/take-files.ts'
import type { EngineServices } from '../engine/run/run-context.ts'

const maxNameBytes = 400
const maxDescriptionBytes = 10_000

type Services = Pick<EngineServices, 'newId' | 'schemas' | 'files' | 'fetchFile'> & {
  readonly dataSets: DataSetStore
}

/** Creates the operations on data sets (EVAL-1). */
export function createDataSetOperations(services: Services): DataSetOperations {
  const { dataSets } = services
  return {
    createDataSet: (call) => createDataSet(call, services),
    addItems: (call) => addItems(call, services),
    addRuns: (call) => addRuns(call, services),
    removeItems: async ({ projectId, dataSet, itemIds }) => {
      refuseTooMany(itemIds.length)
      const change = await dataSets.remove(projectId, dataSet, itemIds)
      if (change === 'unknown') throw new RungraphError('NOT_FOUND', { kind: 'data set item' })
      return found(change, dataSet)
    },
    deleteDataSet: async (projectId, dataSetId) => {
      const { kind } = await dataSets.delete(projectId, dataSetId)
      if (kind === 'missing') throw new RungraphError('NOT_FOUND', { kind: 'data set' })
      if (kind === 'used')
        throw new RungraphError('EVALUATION_ACTIVE', { what: 'A data set with an active evaluation' })
    },
  }
}

async function createDataSet(call: NewDataSet, services: Services): Promise<string> {
  const { projectId, slug, name = slug, description, items = [] } = call
  checkSlug(slug)
  checkText('name', name, maxNameBytes)
  if (name.trim() === '') throw invalid('name', 'is empty. Leave it out to use the slug.')
  if (description !== undefined) checkText('description', description, maxDescriptionBytes)
  const checked = await takeItems(items, call, services)
  const id = services.newId()
  const dataSet = { id, projectId, slug, name, description: description ?? null }
  const outcome = await services.dataSets.insert(dataSet, checked)
  if (outcome === 'unknownRun' || outcome === 'unknownFile') throw missing(outcome)
  if (outcome === 'exists') throw new RungraphError('SLUG_TAKEN', { slug, kind: 'data set' })
  if (outcome === 'full')
    throw tooMany('data sets of the project', {
      max: dataSetBounds.maxDataSets,
      remedy: 'Delete those that are not needed.',
    })
  return id
}

async function addItems(call: AddItems, services: Services): Promise<ItemChange> {
  const { projectId, dataSet, items, removeOthers = false } = call
  const checked = await takeItems(items, call, services)
  const change = await services.dataSets.add(projectId, dataSet, { items: checked, removeOthers })
  if (change === 'unknownRun' || change === 'unknownFile') throw missing(change)
  if (change === 'full')
    throw tooMany('items', {
      max: dataSetBounds.maxItems,
      remedy: 'Remove some, or divide them among several data sets.',
    })
  return found(change, dataSet)
}

/** An item of a run has the run's id for its key: it is added once, however often it is asked for. It has the files of the run's input. */
async function addRuns(call: AddRuns, services: Services): Promise<ItemChange> {
  const { projectId, dataSet, runIds, expectAnswer, create = false, by } = call
  refuseTooMany(runIds.length)
  const runs = await services.dataSets.sourceRuns(projectId, runIds)
  const known = new Set(runs.map(({ id }) => id))
  if (runIds.some((id) => !known.has(id))) throw missing('unknownRun')
  if (runs.length === 0)
    throw invalid('filter', 'selects no run. Give the ids of stored runs, or a filter that keeps some.')
  const items = runs.map(({ id, input, fileIds, context, output, status }) => ({
    ...{ key: id, input, files: fileIds.map((fileId) => ({ id: fileId })), context, sourceRunId: id },
    expectations: expectAnswer && status === 'COMPLETED' && output !== null ? { exact: output } : {},
  }))
  if (create && 'slug' in dataSet) await createMissing(projectId, dataSet.slug, services)
  return addItems({ projectId, dataSet, items, by }, services)
}

async function createMissing(projectId: string, slug: string, services: Services): Promise<void> {
  if ((await services.dataSets.find(projectId, { slug })) !== null) return
  try {
    await createDataSet({ projectId, slug }, services)
  } catch (error) {
    // Another call made it at the same time.
    if (!isRungraphError(error) || error.code !== 'SLUG_TAKEN') throw error
  }
}

function found(change: ItemChange | null, key: ObjectKey): ItemChange {
  if (change !== null) return change
  throw notFound('data set', key)
}

function missing(what: MissingOfItem): RungraphError {
  return new RungraphError('NOT_FOUND', { kind: what === 'unknownRun' ? 'run' : 'file' })
}

/**
 * Checks items as callers write them, and stores the files that come with them once all else is well.
 * @throws INVALID_INPUT, INPUT_TOO_LARGE, LIMIT_EXCEEDED with the place of the first problem; NOT_FOUND and the errors of files
 */
async function takeItems(
  items: readonly NewItem[],
  call: { readonly projectId: string; readonly by?: string | undefined },
  services: Services,
): Promise<readonly CheckedItem[]> {
  refuseTooMany(items.length)
  const checked = items.map((item, index) => within(index, () => checkItem(item, services.schemas)))
  const given = items.map(({ files = [] }) => files)
  for (const [index, files] of given.entries()) within(index, () => refuseManyFiles(files))
  const all = given.flat()
  const { maxBroughtFiles: max } = dataSetBounds
  const brought = all.filter(({ id }) => !id).length
  if (brought > max)
    throw tooMany('files that come with the call', {
      ...{ value: brought, max },
      remedy: 'Upload them with uploadFile, and name their ids.',
    })
  const stored = await storedFiles(all, originOfFiles(call), services)
  const rest = [...stored]
  const complete = checked.map((item, index) => {
    const files = rest.splice(0, given[index]?.length ?? 0)
    return { ...item, files, key: item.key ?? keyOf({ ...item, files }) }
  })
  refuseSameKeys(complete)
  return complete
}

function refuseSameKeys(items: readonly CheckedItem[]): void {
  const seen = new Map<string, number>()
  for (const [index, { key }] of items.entries()) {
    const first = seen.get(key)
    if (first !== undefined)
      throw invalidInput(
        ['items', String(index), 'key'],
        `items[${index}]: has the key "${key}", as items[${first}] has. Give each item a key of its own; an item without one is named by its input, context and files.`,
      )
    seen.set(key, index)
  }
}

/** @throws LIMIT_EXCEEDED */
function refuseTooMany(value: number): void {
  const { maxItems: max } = dataSetBounds
  if (value > max) throw tooMany('items', { value, max, remedy: 'Divide them among several data sets.' })
}

/** The key of an item that has none of its own: the same for the same question. */
function keyOf({ input, context, files }: Pick<CheckedItem, 'input' | 'context' | 'files'>): string {
  const hashes = files.map(({ sha256 }) => sha256)
  return sha256OfJson([input, context, ...(hashes.length > 0 ? [hashes] : [])]).slice(0, 16)
}

function checkItem({ key, input, context, expectations: expected, sourceRunId }: NewItem, schemas: Schemas) {
  checkInputText('input', input)
  checkObject('context', context)
  checkKey('key', key)
  return {
    ...{ key, input, context: context ?? {} },
    expectations: checkExpectations(expected ?? {}, schemas),
    sourceRunId: sourceRunId ?? null,
  }
}

function checkExpectations(given: unknown, schemas: Schemas): Expectations {
  const field = 'expectations'
  refuseUnstorable(given, [field])
  const bytes = Buffer.byteLength(JSON.stringify(given))
  const maxBytes = dataSetBounds.maxExpectationBytes
  if (bytes > maxBytes) throw new RungraphError('INPUT_TOO_LARGE', { field, bytes, maxBytes, path: [field] })
  const parsed = expectations.safeParse(given)
  if (!parsed.success) throw invalidArgument(field, parsed.error)
  const { schema, matches } = parsed.data
  const fault = schema ? schemas.fault(schema) : null
  if (fault !== null)
    throw invalidInput(['expectations', 'schema'], `expectations.schema: cannot be used: ${fault}.`)
  for (const [index, pattern] of matches.entries()) {
    const problem = schemas.fault({ type: 'string', pattern })
    if (problem !== null)
      throw invalidInput(
        ['expectations', 'matches', String(index)],
        `expectations.matches[${index}]: is no regular expression: ${problem}.`,
      )
  }
  return parsed.data
}

/** Errors of an item begin with its place in the list. */
function within<Value>(index: number, work: () => Value): Value {
  try {
    return work()
  } catch (error) {
    if (!isRungraphError(error)) throw error
    const path = 'path' in error.data && error.data.path ? error.data.path : []
    // `refuseUnstorable` speaks of definitions, from which its path begins.
    const inner = path[0] === 'definition' ? path.slice(1) : path
    throw invalidInput(['items', String(index), ...inner], `items[${index}]: ${error.message}`)
  }
}
