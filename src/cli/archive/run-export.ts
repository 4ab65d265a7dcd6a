import { createWriteStream } from 'node:fs'
import { lstat, rename, rm } from 'node:fs/promises'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { v7 as uuidv7 } from 'uuid'
import { messageOf, RungraphError } from '../../domain/errors.ts'
import { isUuid, parseGlobalId, toGlobalId } from '../../graphql/global-id.ts'
import type { Config } from '../../settings/config.ts'
import { exportRun } from '../../store/archive/export-run.ts'
import { wrongArguments } from '../terminal/argument-values.ts'
import { withConnection } from './with-connection.ts'

/** Parsed arguments of the command: the run to export, and the destination. */
interface ExportCall {
  /** Id of the run, as the API gives it or as the database has it. */
  readonly run: string
  /** Whether with the runs below it. */
  readonly withTree: boolean
  /** Path of a new file; `null`: standard output. */
  readonly file: string | null
}

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
  { run, withTree, file }: ExportCall,
  output: Writable,
): Promise<Exported> {
  const named = parseGlobalId(run)
  const runId = named?.kind === 'Run' ? named.id : run
  if (!isUuid(runId)) throw new RungraphError('RUN_NOT_EXPORTED', { run, reason: 'it is no id of a run.' })
  if (file !== null && (await isThere(file))) throw unwritable(file, new Error('it is there already'))
  return withConnection(config, async (pool) => {
    const counts = { runs: 0, events: 0 }
    const onRow = (type: string, events: number) => {
      if (type === 'run') counts.runs += 1
      counts.events += events
    }
    const lines = Readable.from(ended(exportRun(pool, { runId, withTree, onRow })))
    if (file === null) return print(lines, output)
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
  return wrongArguments('export', problem, error)
}

async function* ended(lines: AsyncIterable<string>): AsyncGenerator<string, void, void> {
  for await (const line of lines) yield `${line}\n`
}
