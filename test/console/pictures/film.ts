import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'

/** Time between two frames, in milliseconds; a slow machine takes fewer. */
const everyMs = 90
/** How long the last frame stays before the film begins again. */
const restMs = 2_500

/** Films a page until `isDone`, as an animated WebP of its size that runs as fast as it did. */
export async function film(page: Page, path: string, isDone: () => Promise<boolean>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'rungraph-film-'))
  try {
    const taken: number[] = []
    for (let hasEnded = false; !hasEnded; ) {
      hasEnded = await isDone()
      const next = performance.now() + everyMs
      await page.screenshot({ path: frameAt(folder, taken.length) })
      taken.push(performance.now())
      await delay(Math.max(0, next - performance.now()))
    }
    const frames = taken.flatMap((time, index) => [
      `file '${frameAt(folder, index)}'`,
      `duration ${((taken[index + 1] ?? time + restMs) - time) / 1_000}`,
    ])
    // The last frame is named twice: its duration would not count otherwise.
    const list = join(folder, 'frames.txt')
    await writeFile(list, [...frames, `file '${frameAt(folder, taken.length - 1)}'`].join('\n'))
    await promisify(execFile)('ffmpeg', [
      ...['-y', '-loglevel', 'error', '-f', 'concat', '-safe', '0', '-i', list],
      ...[
        '-vsync',
        'vfr',
        '-c:v',
        'libwebp_anim',
        '-quality',
        '72',
        '-compression_level',
        '6',
        '-loop',
        '0',
        path,
      ],
    ])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function frameAt(folder: string, index: number): string {
  return join(folder, `${String(index).padStart(5, '0')}.png`)
}
