import { conversationOf } from '../../../examples/demo/scripts/conversation.ts'
import type { Json, JsonObject } from '../../../src/domain/json.ts'
import type { Script, ScriptContext, ScriptedTurn } from '../../../src/models/scripted.ts'
import { numberOf } from './number-of.ts'

/** Answers of the models of the shop, by the first words of their system prompt. */
export const shopScripts: Readonly<Record<string, Script>> = {
  'You answer customers': (situation) => {
    const { request, turn, chance } = read(situation)
    const orderId = `A-${1_000 + numberOf(request, 9_000)}`
    if (turn === 0) {
      return {
        reasoning: 'I need the customer and the order before I can say anything about it.',
        text: 'Let me look that up for you.',
        toolCalls: [
          call('find_customer', { email: 'kim.larsen@mail.example' }),
          call('find_order', { orderId }),
        ],
      }
    }
    if (turn === 1 && /refund|money back|broken/i.test(request)) {
      return {
        reasoning: 'The order was delivered and the item arrived broken. The policy allows a full refund.',
        text: 'The item arrived broken, so a refund is due.',
        toolCalls: [call('refund_order', { orderId, amountUsd: 49.5, reason: 'Arrived broken' })],
      }
    }
    if (turn === 1 && chance < 60) {
      return {
        text: 'I check what the help centre says.',
        toolCalls: [call('search_help', { query: request })],
      }
    }
    return {
      text: `Thank you for your patience, Kim. I looked at order **${orderId}**.\n\n- It left our warehouse on Tuesday.\n- DHL expects to deliver it **tomorrow before noon**.\n- If it has not come by then, reply to this message and I arrange a new one at once.\n\nIs there anything else that I can do for you?`,
    }
  },

  'You read invoices': (situation) => {
    const { request, turn, chance } = read(situation)
    const document = /\S+\.pdf/.exec(request)?.[0] ?? 'invoice.pdf'
    if (chance < 6) return { text: 'I read it.', toolCalls: [call('check_vat', { vatId: 'XX811907980' })] }
    const totalEur = 60.69
    return (
      [
        { text: 'I read the document.', toolCalls: [call('read_document', { document })] },
        {
          text: 'The numbers add up. I check the vendor.',
          toolCalls: [call('check_vat', { vatId: chance < 20 ? 'FR40303265045' : 'DE811907980' })],
        },
        { toolCalls: [call('book_invoice', { vendor: 'Northwind Papers Ltd.', totalEur })] },
      ][turn] ?? { text: `Booked ${document}: Northwind Papers Ltd., 51.00 net, 9.69 VAT, 60.69 EUR in all.` }
    )
  },

  'You find out': (situation) => {
    const { turn } = read(situation)
    return (
      [
        {
          reasoning:
            'Latency jumped at 09:14. A deployment, the database or a dependency: I look at all three.',
          text: 'I look at the metrics, the logs and the deployments at once.',
          toolCalls: [
            call('query_metrics', { metric: 'checkout.latency' }),
            call('read_logs', { service: 'checkout' }),
            call('list_deploys', { service: 'checkout' }),
            call('query_metrics', { metric: 'database.connections' }),
          ],
        },
        {
          reasoning: 'The pool ran out two minutes after 2.41.0 went out.',
          text: 'The pool of connections ran out after version 2.41.0. I look whether payments suffer too.',
          toolCalls: [
            call('read_logs', { service: 'payments' }),
            call('query_metrics', { metric: 'payments.errors' }),
          ],
        },
        {
          text: 'Payments time out as well.',
          toolCalls: [call('page_on_call', { summary: 'Checkout: pool exhausted' })],
        },
      ][turn] ?? {
        text: '**Cause:** version 2.41.0 opens a connection for each line of a basket; the pool of 40 is empty since 09:14.\n\n**Remedy:** roll back to 2.40.3. The engineer on call has been paged.',
      }
    )
  },

  'You research markets': marketScript,
  'You write our newsletter': newsletterScript,

  'You write release notes': (situation) => {
    const { turn } = read(situation)
    if (turn > 0) {
      return {
        text: '## This week\n\n- Your basket is kept for **30 days**.\n- Search results are ranked better.\n- VAT of gift cards is right again.',
      }
    }
    return {
      text: 'I have each repository read by an agent of its own.',
      toolCalls: ['checkout', 'search', 'payments'].map((repository) =>
        call('spawn_agent', {
          agent: 'change-reader',
          input: `Summarise the changes of ${repository} this week.`,
        }),
      ),
    }
  },

  'You summarise changes': (situation) => {
    const { request, turn } = read(situation)
    const repository = /of (\w+)/.exec(request)?.[1] ?? 'checkout'
    return turn === 0
      ? { toolCalls: [call('read_changes', { repository })] }
      : { text: `${repository}: three changes, of which customers will notice one.` }
  },

  'You describe products': (situation) => {
    const { chance } = read(situation)
    if (chance < 4) return { text: 'A lamp that', error: { kind: 'CONTENT_BLOCKED' } }
    if (chance < 12)
      return { text: 'Made of', error: { kind: 'OVERLOADED', retryable: true, retryAfterMs: 100 } }
    return {
      text: 'Made of oiled oak and brushed brass, this lamp brings warm light to your desk and keeps out of your way.',
    }
  },

  // Requests of actions of plans.
  'Compare the sources': () => ({
    text: 'Prices of desk lamps rose by four percent, ours by two. Oak is scarce, which our margin of 38 % can bear until spring. Raise the two oak lamps by three percent and leave the rest.',
  }),
  'Write a report': () => ({
    text: '# Desk lamps, spring\n\nThe market grows by **4 %**; we hold 7 % of it. Three vendors lead with free delivery.',
  }),
  'Write two sentences': () => ({
    text: 'Spring is here, and so are our oak lamps. Until the end of the month they come with free delivery.',
  }),

  'You report': ({ input }) =>
    input.startsWith('Stage 1')
      ? { text: 'Revenue +6 %, returns −2 %, three stock-outs, one incident.' }
      : {
          text: 'Revenue grew by 6 % to 172,000 USD. Returns fell by 2 %. Three articles sold out; oak lamps are reordered. The incident of Tuesday cost 40 minutes of checkout.',
        },
}

const analysis = 'Compare the sources, and say in three sentences what they mean for our prices.'

/** Researches a market by a plan of ten actions, four of them side by side. */
function marketScript({ messages }: ScriptContext): ScriptedTurn {
  const isDone = messages.some((message) => message.role === 'user' && message.byEngine)
  if (isDone) {
    return {
      reasoning: 'The report is there, and the chart with it.',
      answer:
        'Raise the two oak lamps by three percent, and leave the rest: the market grew by 4 %, and oak is scarce. The report and its chart are kept.',
    }
  }
  const page = 'https://trade.example/lamps'
  const actions: readonly JsonObject[] = [
    tool('search_vendors', 'search_web', { query: 'desk lamp vendors' }, { outputKey: 'vendors' }),
    tool('search_prices', 'search_web', { query: 'desk lamp prices' }, { outputKey: 'prices' }),
    tool('our_sales', 'query_sales', { category: 'lamps' }, { outputKey: 'sales' }),
    tool('read_journal', 'read_page', { url: page }, { dependsOn: ['search_vendors'], outputKey: 'journal' }),
    tool('read_prices', 'read_page', { url: page }, { dependsOn: ['search_prices'], outputKey: 'pricePage' }),
    tool('chart_sales', 'draw_chart', { title: 'Sales', values: '$sales.weeks' }, { outputKey: 'chart' }),
    {
      name: 'compare',
      type: 'LLM',
      dependsOn: ['read_journal', 'read_prices', 'our_sales'],
      parameters: { prompt: `${analysis}\n\n\${journal.text}\n\n\${pricePage.text}` },
      outputKey: 'comparison',
    },
    {
      name: 'write_report',
      type: 'LLM',
      dependsOn: ['compare', 'chart_sales'],
      parameters: { prompt: `Write a report with this chart: \${chart.url}\n\n\${comparison}` },
      outputKey: 'report',
    },
    tool('check_figures', 'query_sales', { category: 'lamps' }, { dependsOn: ['compare'] }),
    {
      name: 'keep_report',
      type: 'RELIC',
      target: 'reports.set',
      mode: 'FIRE_AND_FORGET',
      dependsOn: ['write_report', 'check_figures'],
      parameters: { key: 'lamps', value: '$report' },
    },
  ]
  return {
    reasoning: 'Vendors, prices and our own sales can be read side by side; the comparison needs all three.',
    plan: { maxParallel: 4, actions },
  }
}

function newsletterScript({ messages }: ScriptContext): ScriptedTurn {
  const { userTexts } = conversationOf(messages)
  if (userTexts.length > 1) {
    return { reasoning: 'It is sent.', answer: 'The newsletter is out.' }
  }
  return {
    reasoning: 'Count the readers, write for them, and send it once a human agrees.',
    plan: {
      actions: [
        tool('count', 'count_customers', { group: 'everyone' }, { outputKey: 'readers' }),
        tool('best_sellers', 'query_sales', { category: 'lamps' }, { outputKey: 'sales' }),
        {
          name: 'write',
          type: 'LLM',
          dependsOn: ['count', 'best_sellers'],
          parameters: { prompt: `Write two sentences for \${readers.count} readers.` },
          outputKey: 'text',
        },
        tool('send', 'send_newsletter', { group: '$readers.group', text: '$text' }, {}),
      ],
    },
  }
}

function tool(name: string, target: string, parameters: JsonObject, more: JsonObject): JsonObject {
  return { name, type: 'TOOL', target, parameters, ...more }
}

function call(name: string, args: Json) {
  return { name, arguments: args }
}

/** The request, how often the model has spoken since, and a number from 0 to below 100 that the request always gives. */
function read({ messages, turn }: ScriptContext) {
  const { request } = conversationOf(messages)
  return { request, turn, chance: numberOf(request, 100) }
}
