import { setTimeout as sleep } from 'node:timers/promises'
import { numberOf } from './number-of.ts'
import type { Shop } from './open-shop.ts'
import { shopAgents } from './shop-agents.ts'

/** Days that the past of the shop has. */
export const days = 14

/** A run that was triggered, and when it is to have been. */
export interface PastRun {
  readonly id: string
  readonly at: Date
}

/**
 * Creates the agents of the shop with the objects that they use, and some hundred runs, which end before this resolves except those that
 * wait.
 */
export async function fillShop(shop: Shop): Promise<readonly PastRun[]> {
  await makeSurroundings(shop)
  const wanted = pastTriggers()
  const runs: PastRun[] = []
  for (const [index, { input, at }] of wanted.entries()) {
    runs.push({ id: await trigger(shop, input), at })
    if (index % 24 === 23) await decideGates(shop)
  }
  // A letter of a conversation may wait for the one before it, and that for a human.
  await untilIdle(shop, () => decideGates(shop))
  return runs
}

async function makeSurroundings(shop: Shop): Promise<void> {
  const make = async (field: string, type: string, input: object, selection = '') => {
    const query = `mutation ($input: ${type}!) { ${field}(input: $input) { __typename ${selection} ... on Error { message } } }`
    const made = (await shop.ask<Record<string, { id?: string; message?: string }>>(query, { input }))[field]
    if (made?.message) throw new Error(`${field}: ${made.message}`)
    return made?.id ?? ''
  }
  await make('updateProject', 'UpdateProjectInput', {
    name: 'Lamps & Chairs',
    maxConcurrentRuns: 24,
    defaultLimits: { maxSteps: 40, timeoutMs: 3_600_000 },
  })
  await make('saveRelic', 'SaveRelicInput', { name: 'reports', kind: 'KEY_VALUE' })
  const ids: string[] = []
  for (const { slug, definition } of shopAgents)
    ids.push(await make('createAgent', 'CreateAgentInput', { slug, definition }, '... on Agent { id }'))
  await make('updateAgent', 'UpdateAgentInput', {
    id: ids[0],
    definition: {
      ...shopAgents[0]?.definition,
      maxSteps: 12,
      temperature: 0.2,
      systemPrompt:
        'You answer customers of a shop for lamps and furniture. Be brief and kind.\nNever promise a date that the carrier did not give.',
    },
  })
  await make('savePolicy', 'SavePolicyInput', {
    type: 'TOOL',
    target: 'refund_order',
    permission: 'REQUIRE_APPROVAL',
    reason: 'Refunds are approved by a human.',
  })
  await make('savePolicy', 'SavePolicyInput', {
    agent: 'invoice-reader',
    type: 'TOOL',
    target: 'refund_*',
    permission: 'DENY',
    reason: 'Whoever books does not pay.',
  })
  await make('createSchedule', 'CreateScheduleInput', {
    agent: 'weekly-report',
    cron: '0 8 * * 1',
    timeZone: 'Europe/Berlin',
    input: 'Report on the week.',
    tags: ['management'],
  })
  await make('createSchedule', 'CreateScheduleInput', {
    agent: 'product-texts',
    cron: '*/30 6-20 * * *',
    input: 'Describe what is new.',
    enabled: false,
  })
  await make('createWebhook', 'CreateWebhookInput', {
    url: 'http://127.0.0.1:9/rungraph',
    topics: ['GATE_OPENED', 'RUN_FAILED'],
  })
  await make('saveBinding', 'SaveBindingInput', { agent: 'customer-support', channel: 'mail' })
  await make('createWorkflow', 'CreateWorkflowInput', {
    slug: 'restock',
    definition: {
      name: 'Restock',
      description: 'Looks at sales and vendors, and proposes an order.',
      agent: 'market-research',
      parameters: { properties: { category: { type: 'string', default: 'lamps' } } },
      plan: {
        actions: [
          {
            name: 'sales',
            type: 'TOOL',
            target: 'query_sales',
            parameters: { category: '$category' },
            outputKey: 'sales',
          },
          {
            name: 'vendors',
            type: 'TOOL',
            target: 'search_web',
            parameters: { query: 'vendors' },
            outputKey: 'vendors',
          },
          {
            name: 'chart',
            type: 'TOOL',
            target: 'draw_chart',
            parameters: { title: 'Sales', values: '$sales.weeks' },
            outputKey: 'chart',
          },
          {
            name: 'keep',
            type: 'RELIC',
            target: 'reports.set',
            dependsOn: ['vendors'],
            parameters: { key: 'restock', value: '$chart.url' },
          },
        ],
      },
      output: { chart: '$chart.url' },
    },
  })
}

interface Trigger {
  readonly at: Date
  readonly input: { readonly agent: string; readonly input: string; readonly [field: string]: unknown }
}

/** Past triggers, oldest first: more on weekdays, by day, and lately. */
function pastTriggers(): readonly Trigger[] {
  const end = Date.now()
  const triggers: Trigger[] = []
  for (let day = days - 1; day >= 0; day--) {
    const weekday = new Date(end - day * 86_400_000).getUTCDay()
    const busy = (weekday === 0 || weekday === 6 ? 0.35 : 1) * (1 + (days - day) * 0.04)
    for (const { slug, perDay, inputs, tags } of shopAgents) {
      const exact = perDay * busy
      const count = Math.floor(exact) + (numberOf(`${slug} ${day}`, 100) < (exact % 1) * 100 ? 1 : 0)
      for (let index = 0; index < count; index++) {
        const key = `${slug} ${day} ${index}`
        const request = `${inputs[numberOf(key, inputs.length)]}`.replace(
          '#',
          `${1_000 + numberOf(`${key} #`, 9_000)}`,
        )
        const at = new Date(end - day * 86_400_000 - timeOfDay(key))
        triggers.push({
          at,
          input: {
            agent: slug,
            tags,
            ...(slug === 'customer-support' ? mailOf(key, request) : { input: request }),
          },
        })
      }
    }
  }
  return triggers.toSorted((a, b) => a.at.getTime() - b.at.getTime())
}

/** A letter of one of some sixty customers, each of whom has a conversation. */
function mailOf(key: string, request: string) {
  const first = ['Kim', 'Ada', 'Ola', 'Mei', 'Tom', 'Ines', 'Noor', 'Jan'][numberOf(`${key} first`, 8)]
  const last = ['Larsen', 'Okafor', 'Meier', 'Sato', 'Novak', 'Silva', 'Dubois', 'Khan'][
    numberOf(`${key} last`, 8)
  ]
  const address = `${first}.${last}@mail.example`.toLowerCase()
  const input = `${request}\n\nOrder A-${4_000 + numberOf(key, 6_000)}, ${first} ${last}`
  return { input, sessionKey: `mail:${address}` }
}

/** Milliseconds before the same time tomorrow: most of them lie in the last ten hours. */
function timeOfDay(key: string): number {
  const hour = Math.min(numberOf(`${key} a`, 2_300), numberOf(`${key} b`, 2_300)) / 100
  return hour * 3_600_000 + 60_000 + numberOf(`${key} c`, 3_000_000)
}

/** Present activity of the shop: some runs, a few of which wait for a human, and the limits of a day. */
export async function openTheDay(shop: Shop): Promise<void> {
  await shop.ask('mutation ($input: UpdateProjectInput!) { updateProject(input: $input) { __typename } }', {
    input: { maxCostUsdPerDay: '2', maxTokensPerDay: 2_000_000 },
  })
  const mails = [
    ['Kim Larsen', 'My chair arrived broken. I want my money back.'],
    ['Mei Sato', 'The lamp is broken, please refund it.'],
  ] as const
  for (const [name, request] of mails) {
    const sessionKey = `mail:${name.replace(' ', '.')}@mail.example`.toLowerCase()
    const input = `${request}\n\nOrder A-${4_000 + numberOf(name, 6_000)}, ${name}`
    await trigger(shop, { agent: 'customer-support', input, tags: ['support', 'mail'], sessionKey })
  }
  await trigger(shop, { agent: 'newsletter', input: 'Announce the oak lamps.', tags: ['marketing'] })
  await untilIdle(shop)
  await evaluate(shop)
}

/** Two versions of the agent that answers mail, over some letters. */
async function evaluate(shop: Shop): Promise<void> {
  const letters = [
    'Where is my order?',
    'Do you ship to Norway?',
    'How long is the guarantee?',
    'My voucher is not accepted.',
    'Can I change the address?',
  ]
  const items = letters.map((input, index) => ({
    key: `mail-${index + 1}`,
    input: `${input}\n\nOrder A-${4_100 + index}`,
    expectations: {
      contains: index === 1 ? ['Norway'] : ['order', 'DHL'],
      toolsCalled: ['find_order'],
      maxSteps: 3,
    },
  }))
  await shop.ask('mutation ($input: CreateDataSetInput!) { createDataSet(input: $input) { __typename } }', {
    input: {
      slug: 'letters',
      name: 'Letters of customers',
      description: 'Five letters that came often.',
      items,
    },
  })
  let baseline: string | undefined
  for (const version of [1, 2]) {
    const input = {
      dataSet: 'letters',
      agent: 'customer-support',
      agentVersion: version,
      ...(baseline !== undefined && { baselineId: baseline }),
    }
    const { startEvaluation } = await shop.ask<{ startEvaluation: { id: string } }>(
      'mutation ($input: StartEvaluationInput!) { startEvaluation(input: $input) { ... on Evaluation { id } ... on Error { message } } }',
      { input },
    )
    baseline = startEvaluation.id
    await untilEvaluated(shop, baseline)
  }
}

async function untilEvaluated(shop: Shop, id: string): Promise<void> {
  for (;;) {
    const { evaluation } = await shop.ask<{ evaluation: { status: string } }>(
      'query ($id: ID!) { evaluation(id: $id) { status } }',
      { id },
    )
    if (!['QUEUED', 'RUNNING'].includes(evaluation.status)) return
    await sleep(500)
  }
}

export async function trigger(shop: Shop, input: object): Promise<string> {
  const { triggerRun } = await shop.ask<{ triggerRun: { id: string; message?: string } }>(
    'mutation ($input: TriggerRunInput!) { triggerRun(input: $input) { ... on Run { id } ... on Error { message } } }',
    { input },
  )
  if (triggerRun.message) throw new Error(triggerRun.message)
  return triggerRun.id
}

const openGates = '{ gates(first: 100, filter: { status: [OPEN] }) { nodes { id kind run { id } } } }'

async function decideGates(shop: Shop): Promise<void> {
  const { gates } = await shop.ask<{ gates: { nodes: readonly { id: string; kind: string }[] } }>(openGates)
  for (const { id } of gates.nodes) {
    const decision = numberOf(id, 6) === 0 ? 'REJECT' : 'APPROVE'
    const note = decision === 'REJECT' ? 'Ask for a picture of the damage first.' : undefined
    await shop.ask('mutation ($input: ResolveGateInput!) { resolveGate(input: $input) { __typename } }', {
      input: { id, decision, note },
    })
  }
}

async function untilIdle(shop: Shop, meanwhile = async () => {}): Promise<void> {
  for (;;) {
    await meanwhile()
    const { runs } = await shop.ask<{ runs: { nodes: readonly unknown[] } }>(
      '{ runs(first: 1, filter: { status: [QUEUED, RUNNING] }) { nodes { id } } }',
    )
    if (runs.nodes.length === 0) return
    await sleep(500)
  }
}
