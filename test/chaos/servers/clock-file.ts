import { existsSync } from 'node:fs'
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NotPlayed } from '../not-played.ts'

/** Where Debian's `faketime` has its library, by the processor. */
const paths = ['x86_64-linux-gnu', 'aarch64-linux-gnu'].map(
  (machine) => `/usr/lib/${machine}/faketime/libfaketimeMT.so.1`,
)

/** The wall clock of a process, which a scenario sets while it runs; what counts the time that passes goes on as it is. */
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
    const clock = new ClockFile(await mkdtemp(join(tmpdir(), 'rungraph-chaos-clock-')), library)
    await clock.set(0)
    return clock
  }

  /** Environment of a process that is to use this clock. */
  get env(): Readonly<Record<string, string>> {
    return {
      LD_PRELOAD: this.#library,
      FAKETIME_TIMESTAMP_FILE: this.#path,
      FAKETIME_CACHE_DURATION: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      // Only its own: programs that it starts keep the time.
      FAKETIME_DONT_RESET: '1',
    }
  }

  /** Sets it so far from the true time. The process notices within a second. */
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
