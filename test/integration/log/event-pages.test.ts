import { fc, test as propertyTest } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { stampOf } from '../../../src/domain/run-log.ts'
import { createReads } from '../../../src/store/read/create-reads.ts'
import { createTestDatabase } from '../../support/database.ts'
import { forFile } from '../../support/for-file.ts'
import { claimInTree } from '../../support/run-tree.ts'
import { commitOf, note, openTestStores } from '../../support/stores.ts'
import { propertyTrials } from '../../support/trials.ts'

const database = forFile(await createTestDatabase())
const stores = forFile(await openTestStores(database))

const page = fc.record({
  after: fc.option(fc.integer({ min: 1, max: 40 })),
  before: fc.option(fc.integer({ min: 1, max: 40 })),
  limit: fc.integer({ min: 1, max: 12 }),
  backward: fc.boolean(),
})

describe('EVT-2 a page of a log', () => {
  propertyTest.prop(
    [
      fc.array(fc.integer({ min: 1, max: 8 }), { minLength: 1, maxLength: 8 }),
      fc.array(page, { minLength: 8 }),
    ],
    propertyTrials(30),
  )('has the events after a number or before it, wherever a commit has its bounds', async (sizes, pages) => {
    const run = await claimInTree(stores)
    for (const size of sizes)
      await stores.log.commit(
        commitOf(
          run,
          Array.from({ length: size }, (_, n) => note(`${n}`)),
        ),
      )
    const all = Array.from({ length: sizes.reduce((sum, size) => sum + size, 0) }, (_, n) => n + 1)
    const reads = createReads(database)
    const stored = await stores.log.read(run.runId, { after: 0, limit: all.length })
    const placeAt = (seq: number | null) =>
      seq === null ? null : { seq, stamp: stampOf(stored[seq - 1]?.at ?? new Date(0)) }
    for (const { after, before, limit, backward } of pages) {
      const keys = [{ runId: run.runId, after: placeAt(after), before: placeAt(before) }]
      const [events = []] = await reads.events(stores.projectId, keys, { limit, backward, types: null })
      const between = all.filter((seq) => seq > (after ?? 0) && seq < (before ?? Infinity))
      const wanted = backward ? between.slice(-limit) : between.slice(0, limit)
      expect(events.map(({ seq }) => seq)).toEqual(wanted)
    }
  })
})
