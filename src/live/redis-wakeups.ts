import { randomUUID } from 'node:crypto'
import { createClient } from '@redis/client'
import { waitAtMost } from '../domain/time-limit.ts'
import type { Wakeups } from '../domain/wakeups.ts'
import {
  createPubSubWakeups,
  defaultTiming,
  type PubSubTransport,
  type TransportEvents,
  type WakeupTiming,
} from './pub-sub-wakeups.ts'

/** A publication costs Redis little, so wakeups go out almost at once. */
const coalesceMs = 1

export interface RedisWakeupsOptions {
  /** `redis://` or `rediss://`, with credentials and the number of a database where it has them. */
  readonly url: string
  readonly timing?: Partial<WakeupTiming>
  readonly log: (message: string) => void
}

/**
 * Wake-ups between processes over the channels of Redis, one for each topic: a process receives only the topics that it listens to, so that
 * the number of its messages does not grow with the number of processes and runs. Keeps nothing in Redis.
 */
export function createRedisWakeups(options: RedisWakeupsOptions): Promise<Wakeups> {
  const timing = { ...defaultTiming, coalesceMs, ...options.timing }
  const sender = randomUUID()
  const prefix = channelPrefix(options.url)
  const line = {
    url: options.url,
    sender,
    prefix,
    noteChannel: `${prefix}note:${sender}`,
    withinMs: timing.openWithinMs,
  }
  return createPubSubWakeups({
    open: (topics, events) => openLine(line, topics, events),
    name: 'Redis',
    silenceReason: 'their connection receives nothing',
    timing,
    log: options.log,
  })
}

/** All databases of a Redis share their channels; processes on different databases must not receive each other's wakeups. */
function channelPrefix(url: string): string {
  return `rungraph:${new URL(url).pathname.slice(1) || '0'}:`
}

interface Line {
  readonly url: string
  /** Id of this process as a publisher: its own listeners were called when it published. */
  readonly sender: string
  readonly prefix: string
  /** Channel of the notes of this process. */
  readonly noteChannel: string
  readonly withinMs: number
}

async function openLine(
  line: Line,
  topics: readonly string[],
  events: TransportEvents,
): Promise<PubSubTransport> {
  const client = createLineClient(line)
  client.on('error', (error: unknown) => events.onLost(error))
  const receive = (sender: string, channel: string) => {
    if (channel === line.noteChannel) events.onNote()
    else if (sender !== line.sender) events.onWakeup(channel.slice(line.prefix.length))
  }
  const channels = [line.noteChannel, ...topics.map((topic) => line.prefix + topic)]
  const connected = client.connect()
  const subscribed = connected.then(() => client.subscribe(channels, receive))
  try {
    if ((await waitAtMost(line.withinMs, subscribed)) === null) throw new Error('it does not answer')
  } catch (error) {
    client.destroy()
    // It continues to connect, where it has not yet, and would stay connected.
    connected.then(() => client.destroy()).catch(() => undefined)
    throw error
  }
  return {
    send: async (sent) => {
      await Promise.all(sent.map((topic) => client.publish(line.prefix + topic, line.sender)))
    },
    sendNote: async () => {
      await client.publish(line.noteChannel, line.sender)
    },
    attend: (topic) => {
      // A wakeup of our own covers messages that were published before Redis knew of the subscription.
      client.subscribe(line.prefix + topic, receive).then(() => events.onWakeup(topic), events.onLost)
    },
    leave: (topic) => {
      // With `receive`: without it, the client forgets a subscription that follows before the reply.
      client.unsubscribe(line.prefix + topic, receive).catch(events.onLost)
    },
    end: () => client.close(),
    drop: () => client.destroy(),
  }
}

/** It connects once: who uses it opens another one, and knows then that wakeups were missed. Nothing waits in it for a connection. */
function createLineClient({ url, withinMs }: Line) {
  return createClient({
    url,
    name: 'rungraph',
    // Subscribed connections of the older protocol cannot publish.
    RESP: 3,
    disableOfflineQueue: true,
    disableClientInfo: true,
    maintNotifications: 'disabled',
    // A timer for each publication; the notes find a silent server for all.
    commandOptions: { timeout: 0 },
    socket: { connectTimeout: withinMs / 2, reconnectStrategy: false },
  })
}
