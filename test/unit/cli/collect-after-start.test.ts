import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'

/**
 * A process whose space for young objects has grown. Its answer is how much of it is left, in bytes, as soon as that is little, or after
 * `work` has been done in each of some hundred turns of the event loop.
 */
const program = (work: string) => `
  import { getHeapSpaceStatistics } from 'node:v8'
  import { setTimeout as delay } from 'node:timers/promises'
  import { collectAfterStart } from '${new URL('../../../src/cli/server/collect-after-start.ts', import.meta.url)}'
  const young = () => getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space').physical_space_size
  const kept = []
  while (young() < 16e6) for (let count = 0; count < 1e5; count++) kept.push({ count })
  collectAfterStart()
  const begin = performance.now()
  while (young() > 4e6 && performance.now() - begin < 4_000) { ${work}; await delay(20) }
  console.log(young())
`

const busy = 'for (const until = performance.now() + 8; performance.now() < until; );'

describe('memory after a start', () => {
  test('an idle process gives back what only the start has used; a busy one keeps it', {
    timeout: 60_000,
  }, async () => {
    const [idle, working] = await Promise.all([youngAfter(''), youngAfter(busy)])
    expect(idle).toBeLessThan(4e6)
    expect(working).toBeGreaterThan(8e6)
  })
})

async function youngAfter(work: string): Promise<number> {
  const code = ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', program(work)]
  const { stdout } = await promisify(execFile)(process.execPath, code)
  return Number(stdout)
}
