import { checkDatabaseThere } from '../../app/open-database.ts'
import { openS3Objects } from '../../net/s3-objects.ts'
import type { Config } from '../../settings/config.ts'
import {
  type ContentsCount,
  type ContentsPlace,
  countContents,
  moveContents,
} from '../../store/files/move-contents.ts'
import { withConnection } from '../archive/with-connection.ts'
import { wrongArguments } from '../terminal/argument-values.ts'
import { harmless } from '../terminal/terminal-text.ts'

/** What the command found, or did. */
export interface FilesReport {
  readonly text: string
  /** Whether every content is where it was to be. */
  readonly isDone: boolean
}

/** Counts the contents of files, or moves them to a place. @throws ARGUMENTS_INVALID, FILES_UNAVAILABLE */
export async function runFiles(config: Config, moveTo: ContentsPlace | undefined): Promise<FilesReport> {
  const { files } = config
  if (moveTo !== undefined && files === null)
    throw wrongArguments('files', 'There is no bucket: set RUNGRAPH_FILES_URL, as for the servers.')
  await checkDatabaseThere(config)
  return withConnection(config, async (pool) => {
    if (moveTo === undefined || files === null)
      return { text: describe(await countContents(pool)), isDone: true }
    const { moved, bytes, unreadable } = await moveContents(pool, {
      to: moveTo,
      objects: await openS3Objects(files),
    })
    const count = await countContents(pool)
    const left = (moveTo === 'bucket' ? count.inDatabase : count.inBucket) - unreadable.length
    const lines = [
      `Moved ${moved} contents (${bytes} bytes) to the ${moveTo}. ${describe(count)}`,
      ...(moveTo === 'database' && moved > 0 ? [erasedLater] : []),
      ...(left > 0 ? [storedMeanwhile(left)] : []),
      ...unreadable
        .slice(0, mostNames)
        .map((key) => `Not in the bucket, or with other bytes: ${harmless(key)}`),
      ...(unreadable.length > mostNames ? [`And ${unreadable.length - mostNames} more.`] : []),
    ]
    return { text: lines.join('\n'), isDone: left <= 0 && unreadable.length === 0 }
  })
}

const mostNames = 20

const erasedLater =
  'Their objects are erased after 15 minutes: by servers with RUNGRAPH_FILES_URL, or by another call of this command.'

function describe({ inDatabase, inBucket }: ContentsCount): string {
  return `In the database: ${inDatabase}. In the bucket: ${inBucket}.`
}

function storedMeanwhile(count: number): string {
  return `Stored meanwhile: ${count}. Call the command again when all servers have the same RUNGRAPH_FILES_URL.`
}
