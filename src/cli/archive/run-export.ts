import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { checkDatabaseThere } from '../../app/open-database.ts'
import { RungraphError } from '../../domain/errors.ts'
import { isUuid, parseGlobalId, toGlobalId } from '../../graphql/global-id.ts'
import { exportRun } from '../../log/archive/export-run.ts'
import { openS3Objects } from '../../net/s3-objects.ts'
import type { Config } from '../../settings/config.ts'
import { refuseExisting, writeNewFile } from '../terminal/new-file.ts'
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
 * Writes a run as lines of JSON to a new file, or to `output`.
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
  const target = file === null ? null : { file, command: 'export' }
  if (target !== null) await refuseExisting(target)
  await checkDatabaseThere(config)
  return withConnection(config, async (pool) => {
    const counts = { runs: 0, events: 0 }
    const onRow = (type: string, events: number) => {
      if (type === 'run') counts.runs += 1
      counts.events += events
    }
    const objects = config.files && (await openS3Objects(config.files))
    const readObject = objects?.get
    const lines = Readable.from(ended(exportRun(pool, { runId, withTree, onRow, readObject })))
    if (target === null) return print(lines, output)
    await writeNewFile(target, (stream) => pipeline(lines, stream))
    const below = counts.runs === 1 ? '' : `, with ${counts.runs - 1} below it`
    const summary = `Exported run ${toGlobalId('Run', runId)}${below}: ${counts.events} events, into ${target.file}.`
    return { kind: 'filed', summary }
  })
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

async function* ended(lines: AsyncIterable<string>): AsyncGenerator<string, void, void> {
  for await (const line of lines) yield `${line}\n`
}
