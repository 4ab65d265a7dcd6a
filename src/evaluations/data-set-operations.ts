import { slugPattern } from '../domain/agent.ts'
import {
  type AddItems,
  type AddRuns,
  type DataSetOperations,
  type DataSetStore,
  dataSetBounds,
  type ItemChange,
  type NewDataSet,
} from '../domain/data-set.ts'
import { RungraphError } from '../domain/errors.ts'
import type { ObjectKey } from '../domain/object-key.ts'
import { checkText, invalid } from '../engine/check-input.ts'
import type { EngineServices } from '../engine/run/run-context.ts'
import { checkItems, refuseTooMany, tooMany } from './check-items.ts'

const maxNameBytes = 400
const maxDescriptionBytes = 10_000

type Services = Pick<EngineServices, 'newId' | 'schemas'> & { readonly dataSets: DataSetStore }

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
      const outcome = await dataSets.delete(projectId, dataSetId)
      if (outcome === 'missing') throw new RungraphError('NOT_FOUND', { kind: 'data set' })
      if (outcome === 'active')
        throw new RungraphError('EVALUATION_ACTIVE', { what: 'A data set with an active evaluation' })
    },
  }
}

async function createDataSet(
  { projectId, slug, name = slug, description, items = [] }: NewDataSet,
  services: Services,
): Promise<string> {
  if (!slugPattern.test(slug))
    throw invalid('slug', 'must be 1 to 100 lower-case letters and digits, with hyphens between.')
  checkText('name', name, maxNameBytes)
  if (name.trim() === '') throw invalid('name', 'is empty. Leave it out to use the slug.')
  if (description !== undefined) checkText('description', description, maxDescriptionBytes)
  const checked = checkItems(items, services)
  const id = services.newId()
  const dataSet = { id, projectId, slug, name, description: description ?? null }
  const outcome = await services.dataSets.insert(dataSet, checked)
  if (outcome === 'unknown') throw unknownRun()
  if (outcome === 'exists') throw new RungraphError('SLUG_TAKEN', { slug, kind: 'data set' })
  const { maxDataSets: max } = dataSetBounds
  const limit = 'The number of data sets of the project'
  if (outcome === 'full')
    throw new RungraphError('LIMIT_EXCEEDED', {
      ...{ limit, value: max + 1, max, remedy: 'Delete those that are not needed.' },
    })
  return id
}

async function addItems(
  { projectId, dataSet, items, removeOthers = false }: AddItems,
  services: Services,
): Promise<ItemChange> {
  const checked = checkItems(items, services)
  const change = await services.dataSets.add(projectId, dataSet, { items: checked, removeOthers })
  if (change === 'unknown') throw unknownRun()
  if (change === 'full')
    throw tooMany(dataSetBounds.maxItems + 1, 'Remove some, or divide them among several data sets.')
  return found(change, dataSet)
}

/** An item of a run has the run's id for its key: it is added once, however often it is asked for. */
async function addRuns(call: AddRuns, services: Services): Promise<ItemChange> {
  const { projectId, dataSet, runIds, expectAnswer } = call
  refuseTooMany(runIds.length)
  const runs = await services.dataSets.sourceRuns(projectId, runIds)
  const known = new Set(runs.map(({ id }) => id))
  if (runIds.some((id) => !known.has(id))) throw unknownRun()
  if (runs.length === 0)
    throw invalid('filter', 'selects no run. Give the ids of stored runs, or a filter that keeps some.')
  const items = runs.map(({ id, input, context, output, status }) => ({
    ...{ key: id, input, context, sourceRunId: id },
    expectations: expectAnswer && status === 'COMPLETED' && output !== null ? { exact: output } : {},
  }))
  return addItems({ projectId, dataSet, items }, services)
}

function found(change: ItemChange | null, key: ObjectKey): ItemChange {
  if (change !== null) return change
  throw new RungraphError('NOT_FOUND', { kind: 'data set', key: 'id' in key ? key.id : key.slug })
}

function unknownRun(): RungraphError {
  return new RungraphError('NOT_FOUND', { kind: 'run' })
}
