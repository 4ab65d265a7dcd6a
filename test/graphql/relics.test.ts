import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Json } from '../../src/domain/json.ts'
import type { RelicStore } from '../../src/domain/relic.ts'
import { createRelicAdministration } from '../../src/engine/save-relic.ts'
import { toGlobalId } from '../../src/graphql/global-id.ts'
import { createRelics } from '../../src/relics/relics.ts'
import { createRelicStore } from '../../src/store/relic-store.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { createFakeClock } from '../support/fake-clock.ts'
import { at, createProject, type Graph, openGraph, refusing, textAt } from './open-graph.ts'

let graph: Graph
let pools: TestDatabase
let store: RelicStore

beforeAll(async () => {
  graph = await openGraph()
  pools = await createTestDatabase()
})
afterAll(async () => {
  await graph.close()
  await pools.drop()
})
