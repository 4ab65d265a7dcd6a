import { z } from 'zod'
import { isRungraphError, RungraphError } from '../../domain/errors.ts'
import {
  type BackupHeader,
  backupEnd,
  backupHeader,
  backupVersion,
  rowCount,
  rowsEnd,
  type TableHead,
  tableHead,
} from './backup-format.ts'

/** A backup, its first line read. */
export interface OpenBackup {
  readonly header: BackupHeader
  /**
   * The tables, once, in an order in which each refers to earlier ones; the rows of each must be read before the next. It ends without
   * an error only where the whole is as it was written. @throws BACKUP_UNREADABLE
   */
  readonly tables: AsyncGenerator<BackupTable, void, void>
}

export interface BackupTable extends TableHead {
  /** As COPY takes them; a piece may begin and end within a row. */
  readonly rows: AsyncGenerator<Uint8Array, void, void>
}

/** Reads the header of a backup that was decompressed. @throws BACKUP_UNREADABLE, BACKUP_TOO_NEW */
export async function openBackup(bytes: AsyncIterable<Uint8Array>): Promise<OpenBackup> {
  const input = new LineReader(bytes)
  const line = await input.line()
  const named =
    line === null
      ? null
      : z.looseObject({ format: z.literal('rungraph-backup'), version: z.int() }).safeParse(parse(line))
  if (!named?.success) throw unreadable('it does not begin as a backup does')
  if (named.data.version > backupVersion)
    throw new RungraphError('BACKUP_TOO_NEW', {
      reason: `it has the format ${named.data.version}, and this version reads up to ${backupVersion}`,
    })
  const header = backupHeader.safeParse(named.data)
  if (!header.success) throw unreadable('its first line is damaged')
  return { header: header.data, tables: readTables(input) }
}

async function* readTables(input: LineReader): AsyncGenerator<BackupTable, void, void> {
  for (;;) {
    const line = await input.line()
    if (line === null) throw unreadable(tooShort)
    const value = parse(line)
    if (backupEnd.safeParse(value).success) {
      if ((await input.line()) !== null) throw unreadable('something follows its last line')
      return
    }
    if (rowCount.safeParse(value).success) continue
    const head = tableHead.safeParse(value)
    if (!head.success) throw unreadable('the description of a table is damaged')
    yield { ...head.data, rows: input.untilLine(rowsEnd) }
  }
}

const tooShort = 'it ends too early'
/** No line of JSON of a backup comes near: a file without line ends is not read into memory whole. */
const maxLineBytes = 16 * 1024 * 1024
const lineFeed = 10

/** Reads lines, and the bytes between them, from pieces of bytes. */
class LineReader {
  readonly #pieces: AsyncIterator<Uint8Array>
  #rest: Buffer = Buffer.alloc(0)
  #isAtEnd = false

  constructor(bytes: AsyncIterable<Uint8Array>) {
    this.#pieces = bytes[Symbol.asyncIterator]()
  }

  /** The next line without its line feed; `null` at the end. */
  async line(): Promise<string | null> {
    for (let from = 0; ; ) {
      const at = this.#rest.indexOf(lineFeed, from)
      if (at >= 0) return this.#take(at + 1).toString('utf8', 0, at)
      from = this.#rest.length
      if (from > maxLineBytes) throw unreadable('a line is too long')
      if (await this.#fill()) continue
      if (this.#rest.length === 0) return null
      throw unreadable(tooShort)
    }
  }

  /**
   * The bytes up to a line that equals this one, which is read too; from the beginning of a line. They come unchanged, in pieces of any
   * size.
   */
  async *untilLine(wanted: string): AsyncGenerator<Uint8Array, void, void> {
    const first = Buffer.from(`${wanted}\n`)
    const later = Buffer.from(`\n${wanted}\n`)
    while (this.#rest.length < first.length) await this.#fillOrEnd()
    if (this.#rest.subarray(0, first.length).equals(first)) return void this.#take(first.length)
    for (;;) {
      const at = this.#rest.indexOf(later)
      if (at >= 0) {
        yield this.#take(at + 1)
        this.#take(first.length)
        return
      }
      // Bytes that may be the beginning of the line stay until more have come.
      const known = this.#rest.length - later.length + 1
      if (known > 0) yield this.#take(known)
      await this.#fillOrEnd()
    }
  }

  #take(length: number): Buffer {
    const taken = this.#rest.subarray(0, length)
    this.#rest = this.#rest.subarray(length)
    return taken
  }

  async #fillOrEnd(): Promise<void> {
    if (!(await this.#fill())) throw unreadable(tooShort)
  }

  async #fill(): Promise<boolean> {
    if (this.#isAtEnd) return false
    const { done, value } = await this.#pieces.next().catch((error: unknown) => {
      throw isRungraphError(error) ? error : unreadable('it is damaged, or it was cut off', error)
    })
    if (done) this.#isAtEnd = true
    else this.#rest = this.#rest.length === 0 ? Buffer.from(value) : Buffer.concat([this.#rest, value])
    return !done
  }
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

/** @param reason description of the fault of the file */
function unreadable(reason: string, cause?: unknown): RungraphError {
  return new RungraphError('BACKUP_UNREADABLE', { reason }, cause)
}
