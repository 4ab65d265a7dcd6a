import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { createTestDatabase } from '../../support/database.ts'
import { forFile } from '../../support/for-file.ts'

const mebibyte = 1024 * 1024

/** Memory that a run may hold beyond that of the idle process. */
const bound = 300 * mebibyte

const database = forFile(await createTestDatabase())

interface Measure {
  readonly status: string
  readonly idle: number
  readonly sampled: number
  readonly highest: number
}

/** Runs one load in a process of its own, and gives what that process measured of itself. */
async function measure(load: string): Promise<Measure> {
  const program = fileURLToPath(new URL('./memory-process.ts', import.meta.url))
  const child = fork(program, [database.connectionString, load], { execArgv: ['--expose-gc'] })
  const ended = once(child, 'exit')
  const [measured]: Measure[] = await Promise.race([
    once(child, 'message'),
    ended.then(([code]) => {
      throw new Error(`The process ended with ${code} and measured nothing.`)
    }),
  ])
  await ended
  if (!measured) throw new Error('The process measured nothing.')
  return measured
}

describe('LIM-12 CTX-3 the memory of a process', () => {
  test.for([
    ['stream', 'one result that streams'],
    ['over-turns', 'results of 1 MB over many turns'],
    ['at-once', 'results of 1 MB in one turn'],
  ] as const)('stays bounded: %s', { timeout: 120_000 }, async ([load, what]) => {
    const { status, idle, sampled, highest } = await measure(load)
    const inMb = (bytes: number) => `${Math.round(bytes / mebibyte)} MiB`
    console.log(
      `${what}: idle ${inMb(idle)}, sampled peak +${inMb(sampled - idle)}, high-water mark +${inMb(highest - idle)}`,
    )
    expect(status).toBe('COMPLETED')
    expect(highest - idle).toBeLessThan(bound)
  })
})
