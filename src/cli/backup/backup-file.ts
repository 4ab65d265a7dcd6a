import { createReadStream } from 'node:fs'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import { messageOf } from '../../domain/errors.ts'
import { type OpenBackup, openBackup } from '../../store/backup/read-backup.ts'
import { wrongArguments } from '../terminal/argument-values.ts'

/** The name that stands for standard output, or standard input. */
export const standardStream = '-'

/** Writes a backup, compressed, to a stream that stays open. */
export async function writeBackup(bytes: AsyncIterable<Buffer>, output: Writable): Promise<void> {
  await pipeline(Readable.from(bytes, { objectMode: false }), compress(), output, {
    end: output !== process.stdout,
  })
}

/** Reads the header of a backup in a file, or of standard input. @throws ARGUMENTS_INVALID, BACKUP_UNREADABLE, BACKUP_TOO_NEW */
export function openBackupFile(file: string): Promise<OpenBackup> {
  return openBackup(decompressed(file))
}

/** Reads a whole file, and finds out whether it is as it was written. @throws those of `openBackupFile` */
export async function checkBackupFile(file: string): Promise<void> {
  const { tables } = await openBackupFile(file)
  for await (const { rows } of tables) for await (const _ of rows);
}

async function* decompressed(file: string): AsyncGenerator<Uint8Array, void, void> {
  const input = file === standardStream ? process.stdin : createReadStream(file)
  const output = createZstdDecompress()
  let failure: unknown
  // The error of the file says more than that of the stream behind it.
  input.once('error', (error: Error) => {
    failure = error
  })
  const done = pipeline(input, output).catch(() => undefined) // the reader gets the error
  try {
    yield* output
    await done
  } catch (error) {
    if (failure === undefined) throw error
    throw wrongArguments('restore', `${file} cannot be read: ${messageOf(failure)}.`, failure)
  }
}

function compress() {
  return createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } })
}
