import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import type { NewItem } from '../../domain/data-set.ts'
import { messageOf, type RungraphError } from '../../domain/errors.ts'
import { findLargeNumber, numberFault, parseRawJson } from '../../domain/exact-numbers.ts'
import { formatIssue, issueMessages } from '../../domain/format-issue.ts'
import { slugPattern } from '../../domain/object-key.ts'
import { uuidOf } from '../../graphql/global-id.ts'
import { wrongArguments } from '../terminal/argument-values.ts'
import type { EvalOptions } from './eval-options.ts'

/** The items of a file, each with its place in it: `prices.jsonl, line 3`. */
export interface ItemFile {
  readonly path: string
  readonly items: readonly NewItem[]
  readonly places: readonly string[]
}

/** The slug of the data set, and its file; `null`: it is stored already. @throws ARGUMENTS_INVALID with the place of the first problem */
export async function readData({ data, dataSet }: Pick<EvalOptions, 'data' | 'dataSet'>): Promise<{
  readonly dataSet: string
  readonly file: ItemFile | null
}> {
  const [, base] = /([^/\\]+)\.jsonl?$/i.exec(data) ?? []
  if (base === undefined && dataSet !== undefined)
    throw wrong('--data-set is for a file of items (.jsonl or .json).')
  if (base === undefined) return { dataSet: data, file: null }
  const words = base.toLowerCase().match(/[a-z0-9]+/g) ?? []
  const slug = dataSet ?? words.join('-')
  if (slugPattern.test(slug)) return { dataSet: slug, file: await readItems(data) }
  throw wrong(`Invalid value for --data-set: ${slug}. Name the data set of ${data}.`)
}

/** The items of a file: JSON Lines with an item in each line, or JSON with a list of items. */
async function readItems(path: string): Promise<ItemFile> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw wrong(`${path} cannot be read: ${messageOf(error)}.`)
  })
  // Editors of some systems begin a file with a byte order mark.
  const whole = text.replace(/^\uFEFF/, '')
  const given = /\.jsonl$/i.test(path) ? itemsOfLines(path, whole) : itemsOfList(path, whole)
  const places = given.map(({ place }) => place)
  return { path, places, items: given.map(({ item, place }) => toItem(item, place)) }
}

/** An item of a file. What its fields may be is checked where items are stored. */
const fileItem = z.strictObject({
  key: z.string().optional(),
  input: z.string(),
  /** Global ids of files that were uploaded to the project. */
  files: z.array(z.string()).optional(),
  context: z.json().optional(),
  expectations: z.json().optional(),
  /** Id of a run, or its global id. */
  sourceRunId: z.string().optional(),
})

/** An item as it stands at a place of the file. */
interface GivenItem {
  readonly place: string
  readonly item: unknown
}

const fileItems = z.array(z.unknown(), { error: 'must be a list of items' })

function itemsOfLines(path: string, text: string): readonly GivenItem[] {
  return text.split('\n').flatMap((line, index) => {
    const place = `${path}, line ${index + 1}`
    return line.trim() === '' ? [] : [{ place, item: parse(line, place) }]
  })
}

function itemsOfList(path: string, text: string): readonly GivenItem[] {
  const list = fileItems.safeParse(parse(text, path))
  if (!list.success) throw wrong(`${path}: must be a list of items.`)
  return list.data.map((item, index) => ({ place: `${path}, item ${index + 1}`, item }))
}

function parse(text: string, place: string): unknown {
  let value: unknown
  try {
    value = parseRawJson(text)
  } catch (error) {
    throw wrong(`${place}: is not JSON: ${messageOf(error)}.`)
  }
  const large = findLargeNumber(value)
  if (large !== null) throw wrong(`${place}: ${numberFault(large)}.`)
  return value
}

function toItem(given: unknown, place: string): NewItem {
  const parsed = fileItem.safeParse(given, { error: issueMessages })
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw wrong(`${place}: ${issue ? formatIssue(issue) : 'is not an item'}.`)
  }
  const { sourceRunId, files, ...item } = parsed.data
  return {
    ...item,
    ...(files && { files: files.map((id) => ({ id: readId('File', id, `${place}: files`) })) }),
    ...(sourceRunId !== undefined && { sourceRunId: readId('Run', sourceRunId, `${place}: sourceRunId`) }),
  }
}

function readId(kind: 'Run' | 'File', given: string, at: string): string {
  const id = uuidOf(kind, given)
  if (id !== null) return id
  throw wrong(`${at} is no id of a ${kind.toLowerCase()}: ${given}.`)
}

function wrong(problem: string): RungraphError {
  return wrongArguments('eval', problem)
}
