import { z } from 'zod'
import { isDecimal, toDecimal } from './decimal.ts'
import { about, declared, object } from './declared.ts'
import type { RemovedRow } from './definition-store.ts'
import { givenFile, type StoredFile } from './file.ts'
import { given, needed } from './given.ts'
import { isJsonObject, type Json, type JsonObject } from './json.ts'
import type { InProject, ObjectKey } from './object-key.ts'

/** Bounds of data sets and their items. */
export const dataSetBounds = {
  maxDataSets: 1_000,
  maxItems: 1_000,
  maxExpectationBytes: 256 * 1024,
  maxCriteria: 20,
  /** Files that come with one call, which may name any number that are there. */
  maxBroughtFiles: 20,
} as const

const texts = (what: string, max: number, maxLength: number) =>
  z
    .array(
      z
        .string({ error: `must be a list of ${what}` })
        .min(1, { error: `has an empty entry; each is one of ${what}` })
        .max(maxLength, { error: `has an entry of more than ${maxLength} characters` }),
      { error: `must be a list of ${what}` },
    )
    .max(max, { error: `has more than ${max} entries` })
    .default([])

const whole = (what: string) =>
  z
    .int({ error: `must be a whole number of ${what}` })
    .min(0, { error: `must be a whole number of ${what}` })
    .optional()

const money = z
  .union([z.string(), z.number()])
  .register(declared, { scalar: 'Decimal' })
  .transform((value) => (typeof value === 'number' ? toDecimal(value) : value))
  .refine((value) => isDecimal(value) && !value.startsWith('-'), {
    error: 'must be an amount of US dollars, such as "0.05"',
  })
  .optional()

const jsonObject = z.custom<JsonObject>(isJsonObject, { error: 'must be a JSON Schema: an object' })

const expectationFields = {
  exact: about(
    'Expected answer: a text, compared without the space around it, or data, compared by its value. Null if there is none.',
    z.json().optional(),
  ),
  contains: about('Texts that the answer must contain, in this spelling.', texts('texts', 50, 10_000)),
  matches: about(
    'Regular expressions that must match somewhere in the answer, as a `pattern` of JSON Schema.',
    texts('regular expressions', 50, 1_000),
  ),
  schema: about('JSON Schema that the answer must fit. Null if there is none.', jsonObject.optional()),
  criteria: about(
    'Criteria that the judge, a model, must find met, at most 20.',
    texts('criteria', dataSetBounds.maxCriteria, 2_000),
  ),
  evaluators: about(
    'Names of functions that the tools module exports as `evaluators`, which judge the answer.',
    texts('names of evaluators', 20, 100),
  ),
  maxCostUsd: about(
    'Maximum cost of the run and its descendants in US dollars. Null if there is none.',
    money,
  ),
  maxSteps: about('Maximum number of steps of the run. Null if there is none.', whole('steps')),
  maxDurationMs: about(
    'Maximum duration of the run in milliseconds. Null if there is none.',
    whole('milliseconds'),
  ),
  toolsCalled: about(
    'Names of tools, agents, relics and workflows that the run must call.',
    texts('names of tools', 100, 100),
  ),
  toolsNotCalled: about(
    'Names of tools, agents, relics and workflows that the run must not call.',
    texts('names of tools', 100, 100),
  ),
}

/** Expectations about the answer to an item (EVAL-1). The items of a file, of the API and of the database have this form. */
export const expectations = z
  .strictObject(expectationFields, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `has no field ${issue.keys.map((key) => JSON.stringify(key)).join(', ')}; its fields are ${Object.keys(expectationFields).join(', ')}`
        : 'must be an object of expectations',
  })
  .register(declared, {
    name: 'Expectations',
    description:
      'Expectations of the answer to an item. Each entry is one check. An entry that is left out or null is not checked.',
  })
export type Expectations = z.infer<typeof expectations>

export const newItem = object('DataSetItem', 'Item of a data set.', {
  key: given.text(
    'Name of the item in the data set, at most 200 characters. Default: a hash of input, context and files. An item replaces the one with the same key.',
  ),
  input: needed.text('Input of the runs.'),
  files: given.many(
    givenFile,
    'Files of the input, such as images, in the order in which the model receives them. At most 20. All items of a call may bring 20 files, and name any number that were uploaded before.',
  ),
  context: given.json('Context that the runs begin with: an object.'),
  expectations: given.one(
    expectations,
    'Expectations of the answer. If you leave them out, the run only has to complete.',
  ),
  sourceRunId: given.id('Run', 'Global id of the run that a RECORDED evaluation replays for the item.'),
})
/** As a caller gives it: the operation checks what is expected. */
export type NewItem = Readonly<Omit<z.infer<typeof newItem>, 'expectations'>> & {
  readonly expectations?: unknown
}

/** An item whose fields were checked. */
export interface CheckedItem {
  readonly key: string
  readonly input: string
  readonly files: readonly StoredFile[]
  readonly context: Json
  readonly expectations: Expectations
  readonly sourceRunId: string | null
}

export interface DataSetRow {
  readonly id: string
  readonly projectId: string
  readonly slug: string
  readonly name: string
  readonly description: string | null
  readonly version: number
}

/** A run as an item is made from it. */
export interface SourceRun {
  readonly id: string
  readonly input: string
  readonly context: Json
  /** Ids of the files of its input. */
  readonly fileIds: readonly string[]
  /** The answer of a COMPLETED run: a text, or data where its agent has an output schema. */
  readonly output: Json
  readonly status: string
}

export const itemsChange = object('DataSetChange', 'Change of the items of a data set.', {
  added: about('Number of items that were added or took the place of another.', z.int()),
  removed: about('Number of items that were removed or replaced.', z.int()),
  dataSetId: z.string(),
  /** The version that the data set has now. */
  version: z.int(),
})
export type ItemChange = Readonly<z.infer<typeof itemsChange>>

/** What an item names that is not there any more. */
export type MissingOfItem = 'unknownRun' | 'unknownFile'

export interface DataSetStore {
  /**
   * Stores a data set with its items. `exists`: the slug is taken; `full`: the project has reached its limit.
   */
  insert(
    dataSet: Omit<DataSetRow, 'version'>,
    items: readonly CheckedItem[],
  ): Promise<'inserted' | 'exists' | 'full' | MissingOfItem>
  find(projectId: string, key: ObjectKey): Promise<DataSetRow | null>
  /**
   * Adds items; one whose key is there replaces it, unless it is the same. With `removeOthers`, items
   * whose keys are not in the list go. `null`: no such data set; `full`: it would have more than the most.
   */
  add(
    projectId: string,
    key: ObjectKey,
    change: { readonly items: readonly CheckedItem[]; readonly removeOthers: boolean },
  ): Promise<ItemChange | 'full' | MissingOfItem | null>
  /**
   * Removes items by id from the next version on; items that were removed before are no change. `null`: no such data set; `unknown`: it
   * never had one of the items.
   */
  remove(
    projectId: string,
    key: ObjectKey,
    itemIds: readonly string[],
  ): Promise<ItemChange | 'unknown' | null>
  /** Deletes a data set with its evaluations and the files that nothing else names, unless one of the evaluations is active. */
  delete(projectId: string, dataSetId: string): Promise<RemovedRow>
  /** Those of the runs that the project has, in the order of their creation. */
  sourceRuns(projectId: string, runIds: readonly string[]): Promise<readonly SourceRun[]>
}

/** Operations on data sets (EVAL-1). */
export interface DataSetOperations {
  /** Gives the id. @throws INVALID_INPUT, INPUT_TOO_LARGE, SLUG_TAKEN, LIMIT_EXCEEDED */
  createDataSet(call: NewDataSet): Promise<string>
  /** @throws INVALID_INPUT, INPUT_TOO_LARGE, NOT_FOUND, LIMIT_EXCEEDED */
  addItems(call: AddItems): Promise<ItemChange>
  /** Makes items of stored runs. @throws INVALID_INPUT, NOT_FOUND, LIMIT_EXCEEDED */
  addRuns(call: AddRuns): Promise<ItemChange>
  /** @throws NOT_FOUND */
  removeItems(call: OfDataSet & { readonly itemIds: readonly string[] }): Promise<ItemChange>
  /** Deletes a data set with its evaluations; their runs stay. @throws NOT_FOUND, EVALUATION_ACTIVE */
  deleteDataSet(projectId: string, dataSetId: string): Promise<void>
}

export const newDataSet = z.object({
  slug: needed.text('Short name, unique in the project: lower-case letters, digits and hyphens.'),
  name: given.text('Display name. Default: the slug.'),
  description: given.text('Purpose of the data set.'),
  items: given.many(newItem, 'Items, at most 1,000. Default: none.'),
})
export type NewDataSet = InProject &
  ItemsFrom &
  Readonly<Omit<z.infer<typeof newDataSet>, 'items'>> & { readonly items?: readonly NewItem[] | undefined }

interface ItemsFrom {
  /** Name of the caller, who brings the files of the items. */
  readonly by?: string | undefined
}

interface OfDataSet extends InProject {
  readonly dataSet: ObjectKey
}

export interface AddItems extends OfDataSet, ItemsFrom {
  readonly items: readonly NewItem[]
  /** Whether items that are not in the list go. Default: false. */
  readonly removeOthers?: boolean | undefined
}

export interface AddRuns extends OfDataSet, ItemsFrom {
  readonly runIds: readonly string[]
  /** Whether the answer of each run becomes the expectation `exact`. */
  readonly expectAnswer: boolean
  /** Whether a data set of this slug is made where the project has none. Default: false. */
  readonly create?: boolean | undefined
}
