import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NotPlayed } from '../not-played.ts'

/** Where Debian's `faketime` has its library, by the processor. */
const paths = ['x86_64-linux-gnu', 'aarch64-linux-gnu'].map(
  (machine) => `/usr/lib/${machine}/faketime/libfaketimeMT.so.1`,
)

/**
 * The wall clock of processes, which a scenario sets while they run; what counts the time that passes goes on as it is. A private PostgreSQL
 * that they start has the clock too. Rungraph goes by the time of its database: a process asks for it as it starts, and then each half minute.
 */
export class ClockFile {
  readonly #folder: string
  readonly #library: string

  private constructor(folder: string, library: string) {
    this.#folder = folder
    this.#library = library
  }

  /** @throws NotPlayed where `faketime` is not installed */
  static async open(): Promise<ClockFile> {
    const library = paths.find(existsSync)
    if (library === undefined) throw new NotPlayed('faketime is not installed')
    const folder = await mkdtemp(join(tmpdir(), 'rungraph-chaos-clock-'))
    // PostgreSQL may run as another user.
    await chmod(folder, 0o755)
    const clock = new ClockFile(folder, library)
    await clock.set(0)
    return clock
  }

  /** Environment of a process that is to use this clock. */
  get env(): Readonly<Record<string, string>> {
    return {
      LD_PRELOAD: this.#library,
      FAKETIME_TIMESTAMP_FILE: this.#path,
      // A server of PostgreSQL looks at its clock seldom: what it remembered would be the time from before it was set.
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      FAKETIME_DONT_RESET: '1',
    }
  }

  /** Sets it so far from the true time. */
  async set(offsetSeconds: number): Promise<void> {
    const next = `${this.#path}.next`
    await writeFile(next, `${offsetSeconds < 0 ? '' : '+'}${offsetSeconds}\n`)
    await rename(next, this.#path)
  }

  async close(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true })
  }

  get #path(): string {
    return join(this.#folder, 'offset')
  }
}
