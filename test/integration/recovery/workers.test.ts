import { expect, test } from 'vitest'
import { at } from '../../graphql/open-graph.ts'
import { eventually } from '../../support/eventually.ts'
import { forTest } from '../../support/for-file.ts'
import { openTenants, read } from '../../support/tenants/two-tenants.ts'

const query =
  '{ server { version role } queue { workers { name version role state slots active startedAt } } }'

test('API-53 API-54 a process that executes runs is listed as long as it works, beside the facts of the server', async () => {
  const tenants = forTest(await openTenants({ RUNGRAPH_CONCURRENCY: '7' }))
  const { key } = await tenants.createTenant('watched')
  const asking = { url: tenants.url, key }
  await eventually(async () => at(await read(asking, query), 'queue.workers')).toEqual([
    {
      ...{ name: expect.stringMatching(new RegExp(`:${process.pid}$`)), version: '0.1.0', role: 'ALL' },
      ...{ state: 'ACTIVE', slots: 7, active: 0, startedAt: expect.any(String) },
    },
  ])
  expect(at(await read(asking, query), 'server')).toEqual({ version: '0.1.0', role: 'ALL' })
  await tenants.app.close()
  expect(await tenants.prisma.worker.count()).toBe(0)
})
