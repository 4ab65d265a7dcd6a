import type { Json } from '../../../src/domain/json.ts'

interface ShopAgent {
  readonly slug: string
  readonly definition: { readonly [field: string]: Json }
  /** Runs on a day of the week before last; later there are more. */
  readonly perDay: number
  /** Inputs of its users; `#` is a number that differs. */
  readonly inputs: readonly string[]
  readonly tags: readonly string[]
}

/** The agents of a shop. The first words of a system prompt name what the model says (shop-scripts.ts). */
export const shopAgents: readonly ShopAgent[] = [
  {
    slug: 'customer-support',
    perDay: 11,
    tags: ['support', 'mail'],
    inputs: [
      'Where is my order? I expected it on Monday.',
      'The lamp arrived broken. I would like my money back.',
      'Can I change the address of my delivery?',
      'Do you ship to Norway, and what does it cost?',
      'My voucher is not accepted at the checkout.',
      'I received a chair in the wrong colour. What do I do?',
      'How long is the guarantee of the desk lamp?',
    ],
    definition: {
      name: 'Customer support',
      description: 'Answers mail of customers. Refunds wait for a colleague.',
      systemPrompt:
        'You answer customers of a shop for lamps and furniture. Be brief and kind. Never promise a date.',
      model: 'anthropic/claude-sonnet-5',
      fallbackModels: ['openai/gpt-5-mini'],
      tools: ['find_customer', 'find_order', 'search_help', 'refund_order'],
      maxSteps: 20,
    },
  },
  {
    slug: 'invoice-reader',
    perDay: 6,
    tags: ['finance'],
    inputs: [
      'Book northwind-#.pdf',
      'Book scan-#.pdf',
      'Book paper-mill-#.pdf',
      'Book dhl-#.pdf',
      'Book oak-supply-#.pdf',
    ],
    definition: {
      name: 'Invoice reader',
      description: 'Reads invoices, checks the vendor and books them.',
      systemPrompt:
        'You read invoices. Check that the numbers add up and that the vendor exists before you book.',
      model: 'google/gemini-3.8-flash',
      tools: ['read_document', 'check_vat', 'book_invoice'],
    },
  },
  {
    slug: 'product-texts',
    perDay: 5,
    tags: ['catalogue', 'batch'],
    inputs: ['Describe LAMP-#', 'Describe CHAIR-#', 'Describe SHELF-#', 'Describe DESK-#'],
    definition: {
      name: 'Product texts',
      description: 'Describes an article in two sentences.',
      systemPrompt: 'You describe products in two plain sentences, without superlatives.',
      model: 'openai/gpt-5-mini',
      modelRetry: { maxAttempts: 3, baseMs: 40, capMs: 100 },
    },
  },
  {
    slug: 'market-research',
    perDay: 3,
    tags: ['pricing'],
    inputs: [
      'How do our lamp prices compare this spring?',
      'What do vendors of oak shelves charge?',
      'Is there room to raise the price of CHAIR-#?',
    ],
    definition: {
      name: 'Market research',
      description: 'Plans its research, reads sources side by side and writes a report.',
      systemPrompt: 'You research markets for the pricing team.',
      model: 'anthropic/claude-opus-4-6',
      planner: 'PLAN',
      protocolMode: 'AUTONOMOUS',
      tools: ['search_web', 'read_page', 'query_sales', 'draw_chart'],
      relics: ['reports'],
      maxCostUsd: '2',
    },
  },
  {
    slug: 'incident-triage',
    perDay: 2,
    tags: ['on-call'],
    inputs: [
      'Checkout latency above 1.5 s since 09:14',
      'Payments: error rate 4 %',
      'Search answers with 502 in two regions',
    ],
    definition: {
      name: 'Incident triage',
      description: 'Looks at metrics, logs and deployments, and pages who is on call.',
      systemPrompt: 'You find out why the shop is slow or failing. Measure before you conclude.',
      model: 'anthropic/claude-sonnet-5',
      fallbackModels: ['google/gemini-3.8-flash'],
      tools: ['query_metrics', 'read_logs', 'list_deploys', 'page_on_call'],
      maxParallel: 4,
      confidence: null,
    },
  },
  {
    slug: 'change-reader',
    perDay: 0,
    tags: [],
    inputs: [],
    definition: {
      name: 'Change reader',
      description: 'Summarises the changes of one repository.',
      systemPrompt: 'You summarise changes of a repository for people who do not program.',
      model: 'openai/gpt-5-mini',
      tools: ['read_changes'],
    },
  },
  {
    slug: 'release-notes',
    perDay: 1,
    tags: ['engineering'],
    inputs: ['Write the release notes of this week.'],
    definition: {
      name: 'Release notes',
      description: 'Has each repository read by an agent of its own and writes the notes.',
      systemPrompt: 'You write release notes that customers understand.',
      model: 'anthropic/claude-sonnet-5',
      subagents: ['change-reader'],
    },
  },
  {
    slug: 'newsletter',
    perDay: 0.4,
    tags: ['marketing'],
    inputs: ['Announce the oak lamps.', 'Announce free delivery until the end of the month.'],
    definition: {
      name: 'Newsletter',
      description: 'Plans a newsletter. Nothing is sent before a human approves the plan.',
      systemPrompt: 'You write our newsletter.',
      model: 'anthropic/claude-sonnet-5',
      planner: 'PLAN',
      requireUserApproval: true,
      tools: ['count_customers', 'query_sales', 'send_newsletter'],
    },
  },
  {
    slug: 'weekly-report',
    perDay: 0.3,
    tags: ['management'],
    inputs: ['Report on the week.'],
    definition: {
      name: 'Weekly report',
      description: 'Collects the figures of the week, then words them.',
      systemPrompt: 'You report figures of a shop to its owners.',
      model: 'openai/gpt-5-mini',
      flowType: 'SEQUENTIAL',
      stages: [
        { name: 'collect', instruction: 'List the figures that changed most.' },
        { name: 'word', instruction: 'Write three sentences that make these points.' },
      ],
    },
  },
]
