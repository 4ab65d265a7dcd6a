import { afterAll, beforeAll, beforeEach, onTestFinished } from 'vitest'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { createTestEngine, type EngineOptions, type TestEngine } from './engine.ts'

type Opened = { close(): unknown } | { drop(): unknown } | { dispose(): unknown }

/** An engine with a database to itself: workers of one database take each other's runs. */
export interface OwnEngine {
  readonly database: TestDatabase
  readonly engine: TestEngine
}

/** What the tests of a file share: closed, dropped or disposed of after the last of them. What was opened last is closed first. */
export function forFile<Thing extends Opened>(thing: Thing): Thing {
  afterAll(() => end(thing))
  return thing
}

/** The same for what one test has to itself, opened in the test or in a hook before it. */
export function forTest<Thing extends Opened>(thing: Thing): Thing {
  onTestFinished(() => end(thing))
  return thing
}

/** What each test has to itself, opened before it. It stands for that of the test that runs, and is there within tests alone. */
export function forEachTest<Thing extends Opened>(open: () => Thing | Promise<Thing>): Thing {
  let current: Thing | undefined
  beforeEach(async () => {
    current = forTest(await open())
  })
  return standIn(() => current)
}

/** The same for what the tests of a `describe` share: opened before the first of them, and closed after the last. */
export function forSuite<Thing extends Opened>(open: () => Thing | Promise<Thing>): Thing {
  let current: Thing | undefined
  beforeAll(async () => {
    current = await open()
  })
  afterAll(() => current && end(current))
  return standIn(() => current)
}

function standIn<Thing extends Opened>(current: () => Thing | undefined): Thing {
  const own = () => {
    const thing = current()
    if (thing === undefined) throw new Error('No test has begun that could have it.')
    return thing
  }
  return new Proxy(Object.create(null), {
    get(_, name) {
      const value: unknown = Reflect.get(own(), name)
      return typeof value === 'function' ? value.bind(own()) : value
    },
    set: (_, name, value) => Reflect.set(own(), name, value),
  })
}

export async function engineForFile(options?: EngineOptions): Promise<OwnEngine> {
  const database = forFile(await createTestDatabase())
  return { database, engine: forFile(await createTestEngine(database, options)) }
}

export async function engineForTest(options?: EngineOptions): Promise<OwnEngine> {
  const database = forTest(await createTestDatabase())
  return { database, engine: forTest(await createTestEngine(database, options)) }
}

async function end(thing: Opened): Promise<void> {
  if ('drop' in thing) await thing.drop()
  else await ('dispose' in thing ? thing.dispose() : thing.close())
}
