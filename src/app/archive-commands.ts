import { createReadStream, createWriteStream } from 'node:fs'
import { lstat, rename, rm } from 'node:fs/promises'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import type pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import type { Config } from '../config.ts'
import { connectWithRetry } from '../database/connect-with-retry.ts'
import { slugPattern } from '../domain/agent.ts'
import { messageOf, RungraphError } from '../domain/errors.ts'
import { isUuid, parseGlobalId, toGlobalId } from '../graphql/global-id.ts'
import { exportRun } from '../store/archive/export-run.ts'
import { importRun } from '../store/archive/import-run.ts'
import { splitLines } from '../store/archive/split-lines.ts'
import { only, readArguments } from './command-line.ts'
import { createDisposer, type Disposer } from './disposer.ts'
import { bringUpToDate } from './open-database.ts'

/** Usage of the commands. */
export const exportUsage = 'npm run export -- <run id> [--tree] [--out <file>]'
export const importUsage = 'npm run import -- <file> [--project <slug>]'

/** Result of an export. `unread`: the reader of the output went away before the end. */
type Exported =
  | { readonly kind: 'printed' | 'unread' }
  | {
      readonly kind: 'filed'
      /** Message about the export. */
      readonly summary: string
    }

/**
 * Writes a run as lines of JSON to a file, or to `output`; a file has its name only when it is whole, and takes it from no other.
 * @throws ARGUMENTS_INVALID, also where the file cannot be written, RUN_NOT_EXPORTED
 */
export async function runExport(
  config: Config,
  args: readonly string[],
  output: Writable,
): Promise<Exported> {
  const { values, positionals } = readArguments(exportUsage, () =>
    parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { tree: { type: 'boolean' }, out: { type: 'string' } },
    }),
  )
  const run = only(positionals, 'The id of the run', exportUsage)
  const named = parseGlobalId(run)
  const runId = named?.kind === 'Run' ? named.id : run
  if (!isUuid(runId)) throw new RungraphError('RUN_NOT_EXPORTED', { run, reason: 'it is no id of a run.' })
  const { out: file, tree: withTree = false } = values
  if (file !== undefined && (await isThere(file))) throw unwritable(file, new Error('it is there already'))
  return withConnection(config, async (pool) => {
    const counts = { runs: 0, events: 0 }
    const onRow = (type: string, events: number) => {
      if (type === 'run') counts.runs += 1
      counts.events += events
    }
    const lines = Readable.from(ended(exportRun(pool, { runId, withTree, onRow })))
    if (file === undefined) return print(lines, output)
    await write(lines, file)
    const below = counts.runs === 1 ? '' : `, with ${counts.runs - 1} below it`
    const summary = `Exported run ${toGlobalId('Run', runId)}${below}: ${counts.events} events, into ${file}.`
    return { kind: 'filed', summary }
  })
}

/** Also a link that leads nowhere. */
function isThere(file: string): Promise<boolean> {
  return lstat(file).then(
    () => true,
    () => false, // what else is wrong with it is found when it is written
  )
}

/** `head` has soon read enough, and that is no failure of ours. */
async function print(lines: Readable, output: Writable): Promise<Exported> {
  let isUnread = false
  // The lines may fail as well, and stdout forgets that it failed.
  const note = (error: Error) => {
    isUnread = 'code' in error && error.code === 'EPIPE'
  }
  output.once('error', note)
  try {
    await pipeline(lines, output, { end: false })
    return { kind: 'printed' }
  } catch (error) {
    if (isUnread) return { kind: 'unread' }
    throw error
  } finally {
    output.off('error', note)
  }
}

async function write(lines: Readable, file: string): Promise<void> {
  // Another export to the same file has a part of its own.
  const part = `${file}.${uuidv7()}.part`
  try {
    // Only the user who exports a run may read the file.
    await pipeline(lines, createWriteStream(part, { mode: 0o600, flags: 'wx' }))
    if (await isThere(file)) throw unwritable(file, new Error('it is there already'))
    await rename(part, file)
  } catch (error) {
    await rm(part, { force: true }).catch(() => undefined) // where there is no such folder, nothing was left
    throw isOfFile(error) ? unwritable(file, error) : error
  }
}

/** Whether the file could not be written, rather than its lines be read. */
function isOfFile(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return (
    'path' in error || ('code' in error && ['ENOSPC', 'EDQUOT', 'EFBIG'].some((one) => one === error.code))
  )
}

function unwritable(file: string, error: unknown): RungraphError {
  const remedy = 'Name a new file in a folder that exists, has room, and that you may write to.'
  const problem = `${file} cannot be written: ${messageOf(error)}. ${remedy}`
  return new RungraphError('ARGUMENTS_INVALID', { problem, usage: exportUsage }, error)
}

/** Writes an exported run into a project, which is made where there is none; gives what to say of it. @throws ARGUMENTS_INVALID, and what `importRun` does */
export async function runImport(config: Config, args: readonly string[]): Promise<string> {
  const { values, positionals } = readArguments(importUsage, () =>
    parseArgs({ args: [...args], allowPositionals: true, options: { project: { type: 'string' } } }),
  )
  const file = only(positionals, 'The file', importUsage)
  const { project: slug = 'default' } = values
  if (!slugPattern.test(slug))
    throw new RungraphError('ARGUMENTS_INVALID', {
      problem: `"${slug}" is no slug of a project: 1 to 100 lower-case letters and digits, with hyphens between.`,
      usage: importUsage,
    })
  return withConnection(config, async (pool) => {
    const project = { slug, name: slug, newId: uuidv7 }
    const { runs, rows } = await importRun(pool, splitLines(textOf(file)), { project })
    const [root = ''] = runs
    const below = runs.length === 1 ? '' : `, with ${runs.length - 1} below it`
    return `Imported run ${toGlobalId('Run', root)} into project ${slug}${below}: ${rows} rows. It keeps its status; nothing of it is executed.`
  })
}

async function* textOf(file: string): AsyncGenerator<string, void, void> {
  try {
    yield* createReadStream(file, { encoding: 'utf8' })
  } catch (error) {
    throw new RungraphError(
      'ARGUMENTS_INVALID',
      { problem: `${file} cannot be read: ${messageOf(error)}.`, usage: importUsage },
      error,
    )
  }
}

async function* ended(lines: AsyncIterable<string>): AsyncGenerator<string, void, void> {
  for await (const line of lines) yield `${line}\n`
}

/** The database of the settings, on a connection that may take its time. */
async function withConnection<Result>(
  config: Config,
  work: (pool: pg.Pool) => Promise<Result>,
): Promise<Result> {
  const closing: Disposer = createDisposer()
  try {
    const { directUrl } = await bringUpToDate(config, closing, () => undefined)
    const pool = await connectWithRetry(directUrl)
    closing.add(() => pool.end())
    return await work(pool)
  } finally {
    await closing.closeAll()
  }
}
