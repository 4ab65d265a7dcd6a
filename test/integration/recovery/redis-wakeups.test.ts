import { createServer } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Wakeups } from '../../../src/domain/wakeups.ts'
import type { WakeupTiming } from '../../../src/live/pub-sub-wakeups.ts'
import { createRedisWakeups } from '../../../src/live/redis-wakeups.ts'
import { eventually } from '../../support/eventually.ts'
import { listenOnLoopback } from '../../support/free-port.ts'
import { createTestRedis, type TestRedis, withoutRedis } from '../../support/redis-server.ts'

const password = 'a-password-of-redis'

describe('wake-ups over Redis', () => {
  if (withoutRedis !== null) return it.skip(withoutRedis)

  let redis: TestRedis
  const opened: Wakeups[] = []
  let logged: string[]

  beforeEach(async () => {
    logged = []
    redis = await createTestRedis({ password })
    return () => redis.kill()
  })

  afterEach(async () => {
    await Promise.all(opened.splice(0).map((wakeups) => wakeups.close()))
  })

  async function open({
    url = redis.url,
    timing = {},
  }: {
    url?: string
    timing?: Partial<WakeupTiming>
  } = {}) {
    const wakeups = await createRedisWakeups({ url, timing, log: (line) => logged.push(line) })
    opened.push(wakeups)
    return wakeups
  }

  /** How many processes Redis tells of a topic. */
  async function told(topic: string): Promise<number> {
    const [, count = ''] = (await redis.command('PUBSUB', 'NUMSUB', `rungraph:0:${topic}`)).split(',')
    return Number(count)
  }

  it('DUR-3 reach a process only for topics that it listens to', async () => {
    await redis.start()
    const [one, two] = [await open(), await open()]
    const first = one.listen('events:1', () => undefined)
    const second = one.listen('events:1', () => undefined)
    two.listen('events:2', () => undefined)
    await eventually(async () => [await told('events:1'), await told('events:2')]).toEqual([1, 1])
    first()
    await heardAfresh(one, two)
    expect(await told('events:1')).toBe(1)
    second()
    await eventually(async () => [await told('events:1'), await told('events:2')]).toEqual([0, 1])
  })

  it('DUR-3 reach a listener that left a topic and came back at once', async () => {
    await redis.start()
    const [one, two] = [await open(), await open()]
    for (let n = 0; n < 20; n++) one.listen('topic', () => undefined)()
    await heardAfresh(one, two, 'topic')
    // Redis learns a moment later that the last one has left.
    await expect.poll(() => told('topic')).toBe(0)
  })

  it('DUR-3 are separate for different databases of one Redis', async () => {
    await redis.start()
    const [mine, others, neighbour] = [await open(), await open(), await open({ url: `${redis.url}/3` })]
    const heard = vi.fn()
    await heardAfresh(neighbour, neighbour)
    neighbour.listen('topic', heard)
    await heardAfresh(neighbour, neighbour)
    heard.mockClear()
    await heardAfresh(mine, others, 'topic')
    await heardAfresh(neighbour, neighbour)
    expect(heard).not.toHaveBeenCalled()
  })

  it('DUR-3 start without Redis, work within the process, and go out as soon as it is there', async () => {
    const [one, two] = [await open({ timing: { retryMs: 20 } }), await open({ timing: { retryMs: 20 } })]
    expect([one.health(), two.health()]).toEqual(['degraded', 'degraded'])
    const heard = vi.fn()
    const elsewhere = new Promise<void>((resolve) => two.listen('topic', resolve))
    one.listen('topic', heard)
    one.publish('topic')
    expect(heard).toHaveBeenCalledOnce()
    await redis.start()
    // Its process polled until now: it looks once.
    await elsewhere
    await eventually(() => [one.health(), two.health()]).toEqual(['live', 'live'])
    await heardAfresh(two, one)
  })

  it('DUR-3 tell the log once that Redis is gone and once that it is back, and never its password', async () => {
    await redis.start()
    const one = await open({ timing: { retryMs: 20 } })
    expect(logged).toEqual([])
    await redis.kill()
    await refuseConnections(redis.port, 5)
    expect(one.health()).toBe('degraded')
    await redis.start()
    await eventually(() => one.health()).toBe('live')
    expect(logged).toEqual([
      expect.stringMatching(/^Wake-ups over Redis are down, readers poll: .+\.$/),
      'Wake-ups over Redis are back.',
    ])
    expect(logged.join()).not.toContain(password)
  })

  it('DUR-3 TAS-7 degrade where Redis refuses them, without revealing their credentials', async () => {
    await redis.start()
    const wrong = 'not-the-password-of-redis'
    const one = await open({ url: redis.url.replace(password, wrong) })
    expect(one.health()).toBe('degraded')
    expect(logged).toEqual([expect.stringContaining('WRONGPASS')])
    expect(logged.join()).not.toContain(wrong)
  })

  it('DUR-3 need no more rights than docs/deployment.md names', async () => {
    await redis.start()
    const rights = ['-@all', '+hello', '+publish', '+subscribe', '+unsubscribe', '+select', '&rungraph:*']
    await redis.command('ACL', 'SETUSER', 'limited', 'on', '>limited-password', 'resetchannels', ...rights)
    const url = `${redis.url.replace(`:${password}`, 'limited:limited-password')}/2`
    const [one, two] = [await open({ url }), await open({ url })]
    await heardAfresh(one, two)
    expect([one.health(), two.health(), ...logged]).toEqual(['live', 'live'])
  })

  it('DUR-3 lose nothing if Redis loses its data: it keeps nothing', async () => {
    await redis.start()
    const [one, two] = [await open(), await open()]
    await heardAfresh(one, two)
    expect(await redis.command('DBSIZE')).toBe('0')
    await redis.command('FLUSHALL')
    await heardAfresh(one, two)
    expect([one.health(), two.health(), ...logged]).toEqual(['live', 'live'])
  })
})

/** Resolves when `listener` received a wakeup of `speaker` that was sent after Redis knew of its subscription. */
async function heardAfresh(listener: Wakeups, speaker: Wakeups, topic = `probe:${crypto.randomUUID()}`) {
  const wake = vi.fn()
  const unlisten = listener.listen(topic, wake)
  // The first one is its own: Redis knows of it.
  await eventually(() => wake.mock.calls.length).toBeGreaterThan(0)
  wake.mockClear()
  speaker.publish(topic)
  await eventually(() => wake.mock.calls.length).toBeGreaterThan(0)
  unlisten()
}

/** Takes so many connections on the port, and closes each at once. */
async function refuseConnections(port: number, count: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let left = count
  const server = createServer((socket) => {
    socket.destroy()
    left--
    if (left === 0) resolve()
  })
  await listenOnLoopback(server, port)
  await promise
  await new Promise((closed) => server.close(closed))
}
