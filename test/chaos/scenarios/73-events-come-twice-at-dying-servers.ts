import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { toGlobalId } from '../../../src/graphql/global-id.ts'
import { Refused } from '../clients/graphql-client.ts'
import { eventually } from '../eventually.ts'
import type { Scenario } from '../scenario.ts'
import { markerText } from '../servers/fake-provider.ts'
import { says } from '../servers/replies.ts'

const waits = 5
const orders = 6
/** Each event is sent so often, at every server, in any order. */
const times = 3
/** A server dies so soon after the first events were sent. */
const killWithinMs = 150

/** Events arrive before the wait and after it, more than once, in any order, at servers that die: each is given once. */
export default {
  number: 73,
  title: 'events come twice and out of order, at servers that die',
  promises: ['WAIT-1', 'WAIT-2', 'WAIT-4', 'DUR-1'],
  async run({ stage, random, note }) {
    const agent = await stage.createAgent()
    const event = `chaos.ordered.${agent}`
    await stage.mutate('saveEventTrigger', 'EventTrigger', {
      ...{
        name: agent,
        agent,
        event,
        condition: 'event.data.amount > 10',
        input: `\${event.data.marker} Do it.`,
      },
    })
    const calls = Array.from({ length: waits }, (_, nth) => `${agent}-${nth}`)
    const ofWaits = calls.flatMap((call) =>
      ['a', 'b'].map((nth) => ({
        ...{ name: 'chaos.paid', key: `${call}-${nth}`, data: { call: scoped(call) } },
      })),
    )
    const ofTriggers = Array.from({ length: orders }, (_, nth) => ({
      ...{ name: event, key: `${agent}-order-${nth}` },
      data: { amount: nth === 0 ? 5 : 50, marker: markerText(stage.play(() => says('It is ordered.'))) },
    }))
    const sent = shuffled(
      [...ofWaits, ...ofTriggers].flatMap((one) => Array.from({ length: times }, () => one)),
    )
    const early = sent.slice(0, sent.length / 3)

    const first = early.map(send)
    const runs = await Promise.all(
      calls.map((call) => stage.trigger({ agent, model: stage.oneCall('events', call, 'It is over.') })),
    )
    const rest = sent.slice(early.length).map(send)
    await delay(random() * killWithinMs)
    await stage.cluster.apis[0]?.kill()
    await stage.replaceWorkers(stage.someWorkers())
    const unheard = (await Promise.all([...first, ...rest])).filter((isHeard) => !isHeard).length
    note(`${unheard} of ${sent.length} were sent to a server that did not answer`)
    // Who does not know sends again.
    for (const one of [...ofWaits, ...ofTriggers])
      await eventually(() => send(one), { what: `event ${one.key} is taken` })

    for (const [nth, run] of runs.entries()) {
      assert.equal((await run.untilEnded(40_000)).status, 'COMPLETED')
      const call = calls[nth] ?? ''
      // The rows follow the log: a server that died had not written them yet.
      let taken: readonly string[] | null = null
      const isWritten = async () => {
        const [action] = await stage.database.rows<{ taken: string[] | null }>(
          `select output->'taken' as taken from "Action" where "runId" = $1`,
          [run.id],
        )
        taken = action?.taken ?? null
        return taken !== null
      }
      await eventually(isWritten, { what: `the action of ${run.id} is written` })
      assert.deepEqual([...(taken ?? [])].toSorted(), [`${call}-a`, `${call}-b`])
      assert.equal(stage.callsOf(call).length, 2, 'each event was acted upon once')
    }
    await checkTriggered()

    /** One run for each event that the condition takes, and none for the other. */
    async function checkTriggered(): Promise<void> {
      const started = await eventually(
        async () => {
          const rows = await stage.database.rows<{ key: string; delivered: boolean; runs: string[] }>(
            `select e.key, e."deliveredAt" is not null as delivered, coalesce(array_agg(r.id::text) filter (where r.id is not null), '{}') as runs
             from "ReceivedEvent" e left join "Run" r on r."projectId" = e."projectId" and r.context->'event'->>'id' = e.key
             where e.name = $1 group by e.id order by e.key`,
            [event],
          )
          return rows.length === orders && rows.every(({ delivered }) => delivered) && rows
        },
        { what: 'the events are delivered', withinMs: 30_000 },
      )
      const counts = started.map(({ runs }) => runs.length)
      assert.deepEqual(counts, [0, ...Array.from({ length: orders - 1 }, () => 1)])
      for (const [id = ''] of started.map(({ runs }) => runs).filter(({ length }) => length > 0)) {
        const run = stage.adopt(toGlobalId('Run', id), 'an order')
        assert.equal((await run.untilEnded(40_000)).status, 'COMPLETED')
      }
    }

    /** By which the call is known to the tool, as `stage.call` writes it. */
    function scoped(call: string): string {
      return String(stage.call('events', call).arguments.name)
    }

    /** Whether a server said that it has the event. */
    async function send(one: (typeof sent)[number]): Promise<boolean> {
      try {
        await stage.mutate('sendEvent', 'ReceivedEvent', one)
        return true
      } catch (error) {
        if (error instanceof Refused && error.code !== 'DATABASE_UNAVAILABLE') throw error
        return false
      }
    }

    function shuffled<Item>(items: readonly Item[]): readonly Item[] {
      return items
        .map((item) => [random(), item] as const)
        .toSorted(([a], [b]) => a - b)
        .map(([, item]) => item)
    }
  },
} satisfies Scenario
