import { createWriteStream } from 'node:fs'
import { lstat, rename, rm } from 'node:fs/promises'
import type { Writable } from 'node:stream'
import { v7 as uuidv7 } from 'uuid'
import { messageOf, type RungraphError } from '../../domain/errors.ts'
import { wrongArguments } from './argument-values.ts'

/** A file that a command is to make, and the name of the command. */
interface NewFile {
  readonly file: string
  readonly command: string
}

/**
 * Writes a new file, which only its owner may read. It has its name when it is whole and on the disk, and takes it from no other file.
 * @throws ARGUMENTS_INVALID where the file cannot be written
 */
export async function writeNewFile(
  { file, command }: NewFile,
  write: (output: Writable) => Promise<void>,
): Promise<void> {
  // Another command that writes the same file has a part of its own.
  const part = `${file}.${uuidv7()}.part`
  try {
    await refuseExisting({ file, command })
    await write(createWriteStream(part, { mode: 0o600, flags: 'wx', flush: true }))
    await refuseExisting({ file, command })
    await rename(part, file)
  } catch (error) {
    await rm(part, { force: true }).catch(() => undefined) // where there is no such folder, nothing was left
    throw isOfFile(error) ? unwritable({ file, command }, error) : error
  }
}

/** @throws ARGUMENTS_INVALID where there is such a file, or a link of that name that leads nowhere */
export async function refuseExisting({ file, command }: NewFile): Promise<void> {
  const isThere = await lstat(file).then(
    () => true,
    () => false, // what else is wrong with it is found when it is written
  )
  if (isThere) throw unwritable({ file, command }, new Error('it is there already'))
}

/** Whether the file could not be written, rather than what goes into it be read. */
function isOfFile(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return (
    'path' in error || ('code' in error && ['ENOSPC', 'EDQUOT', 'EFBIG'].some((one) => one === error.code))
  )
}

function unwritable({ file, command }: NewFile, error: unknown): RungraphError {
  const remedy = 'Name a new file in a folder that exists, has room, and that you may write to.'
  return wrongArguments(command, `${file} cannot be written: ${messageOf(error)}. ${remedy}`, error)
}
