import { createHistogram } from 'node:perf_hooks'
import { Pool } from 'undici'
import type { Measured } from './compete.ts'
import { type Extent, type Request, repeat } from './contender.ts'

/** Asks the same over `size` connections, one request at a time on each. @throws where an answer is no page of 50 runs */
export async function load({ url, body }: Request, { size, ms }: Extent): Promise<Measured> {
  const { origin, pathname } = new URL(url)
  const pool = new Pool(origin, { connections: size, pipelining: 1 })
  const taken = createHistogram()
  try {
    const done = await repeat({ size, ms }, async () => {
      const begin = performance.now()
      const headers = { 'content-type': 'application/json', accept: 'application/json' }
      const response = await pool.request({ path: pathname, method: 'POST', headers, body })
      const text = await response.body.text()
      taken.record(Math.max(1, Math.round((performance.now() - begin) * 1_000)))
      if (response.statusCode !== 200 || text.split('"requests"').length !== 501)
        throw new Error(`${url} answered ${response.statusCode}: ${text.slice(0, 500)}`)
    })
    return { ...done, p99Ms: taken.percentile(99) / 1_000 }
  } finally {
    await pool.close()
  }
}
