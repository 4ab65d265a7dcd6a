/**
 * The agents of a new database: each shows one feature. They are agents as code, as in a project of your own (docs/agents.md):
 *
 *     RUNGRAPH_AGENTS=agents.ts RUNGRAPH_TOOLS=tools.ts npx rungraph start
 *
 * Their models are scripts (scripts.ts), so that they need no key and no network. In place of `scripted/chat` yours has a model such as
 * `anthropic/claude-sonnet-5`, and a `systemPrompt`.
 */
import { defineAgent } from 'rungraph'

export default [
  defineAgent({
    slug: 'demo-chat',
    model: 'scripted/chat',
    name: 'Demo: a chat answer',
    description: 'Scripted. Streams reasoning and a short answer.',
  }),

  // Tools, which the model calls by their names: built-in ones, and those of tools.ts.
  defineAgent({
    slug: 'demo-slow',
    model: 'scripted/slow',
    name: 'Demo: slow enough to watch',
    description:
      'Scripted. Takes about twenty seconds: time to watch it, to abort it, or to kill the server.',
    tools: ['calculator'],
  }),
  defineAgent({
    slug: 'demo-tool-loop',
    model: 'scripted/tool-loop',
    name: 'Demo: a tool loop',
    description: 'Scripted. Works out a price in four steps with the calculator.',
    tools: ['calculator'],
  }),
  defineAgent({
    slug: 'demo-parallel-tools',
    model: 'scripted/parallel-tools',
    name: 'Demo: parallel tools',
    description: 'Scripted. Calls three tools in one step.',
    tools: ['calculator', 'current_time'],
  }),
  defineAgent({
    slug: 'demo-doom-loop',
    model: 'scripted/doom-loop',
    name: 'Demo: a doom loop',
    description: 'Scripted. Repeats one failing call until the engine stops it: FAILED, DOOM_LOOP.',
    tools: ['calculator'],
  }),
  defineAgent({
    slug: 'demo-step-limit',
    model: 'scripted/step-limit',
    name: 'Demo: a step limit',
    description:
      'Scripted. Never ends by itself; its limit of 3 steps pauses it with a summary. Resume it to go on.',
    tools: ['calculator'],
    maxSteps: 3,
  }),
  defineAgent({
    slug: 'demo-failing-tool',
    model: 'scripted/failing-tool',
    name: 'Demo: a failing tool',
    description: 'Scripted. Meets a refused address and an unknown tool, and recovers.',
    tools: ['http_get'],
  }),

  // A plan is a graph of actions; stages and loops are other ways to divide the work.
  defineAgent({
    slug: 'demo-research',
    model: 'scripted/research',
    name: 'Demo: a research plan',
    description:
      'Scripted. Plans four actions as a graph: two sources side by side, their analysis, and a copy that nobody waits for. Look at `steps { plan { mermaid } }`.',
    planner: 'PLAN',
    protocolMode: 'AUTONOMOUS',
    tools: ['web_scraper', 'arxiv_search', 'results_cache'],
  }),
  defineAgent({
    slug: 'demo-sequential',
    model: 'scripted/sequential',
    name: 'Demo: stages in sequence',
    description: 'Scripted. Outline, draft and polish: the output of each stage is the input of the next.',
    flowType: 'SEQUENTIAL',
    stages: [
      { name: 'outline', instruction: 'List the points to make, in one line.' },
      { name: 'draft', instruction: 'Write a paragraph that makes these points.' },
      { name: 'polish', instruction: 'Make one clear sentence of it.' },
    ],
  }),
  defineAgent({
    slug: 'demo-loop',
    model: 'scripted/loop',
    name: 'Demo: a loop',
    description:
      'Scripted. Comes closer to the square root of two with each iteration, and leaves the loop when it is close enough.',
    flowType: 'LOOP',
    tools: ['calculator'],
  }),

  // Answers that are judged, and humans who decide.
  defineAgent({
    slug: 'demo-self-check',
    model: 'scripted/self-check',
    name: 'Demo: acceptance criteria',
    description:
      'Scripted. Its first answer does not meet its criteria and is sent back; the second does: GOAL_ACHIEVED.',
    tools: ['calculator'],
    acceptanceCriteria: ['The answer names the price with tax.', 'The answer shows how it was worked out.'],
  }),
  defineAgent({
    slug: 'demo-low-confidence',
    model: 'scripted/low-confidence',
    name: 'Demo: low confidence',
    description:
      'Scripted. Is not sure enough to go on by itself and waits for a human: WAITING, LOW_CONFIDENCE.',
    confidence: { threshold: 0.5 },
  }),
  defineAgent({
    slug: 'demo-approval',
    model: 'scripted/approval',
    name: 'Demo: a call to approve',
    description:
      'Scripted. Wants to pay money back, which a policy wants approved: WAITING at a gate. Approve it, reject it, or revise the amount.',
    tools: ['look_up_order', 'pay_refund', 'note_on_order'],
  }),
  defineAgent({
    slug: 'demo-plan-approval',
    model: 'scripted/plan-approval',
    name: 'Demo: a plan to approve',
    description:
      'Scripted. Plans a newsletter, of which nothing runs before a human approved it. Send it back with a note, and it plans a smaller one.',
    planner: 'PLAN',
    requireUserApproval: true,
    tools: ['list_customers', 'send_newsletter'],
    relics: ['demo_store'],
  }),

  defineAgent({
    slug: 'demo-question',
    model: 'scripted/question',
    name: 'Demo: a question to a person',
    description:
      'Scripted. Asks how a parcel is to be delivered, which the inbox shows as a form; then waits three seconds, and answers.',
    tools: ['ask_person', 'wait_until'],
    gates: { decider: 'USER' },
  }),

  // Agents that reach others: specialists, subagents, workflows.
  defineAgent({
    slug: 'demo-permission',
    model: 'scripted/permission',
    name: 'Demo: a call that is denied',
    description:
      'Scripted. May not pay money back: told what it may do instead, it insists, and its specialist makes the call as a child run.',
    tools: ['look_up_order', 'pay_refund', 'note_on_order'],
    specialists: ['demo-specialist'],
  }),
  defineAgent({
    slug: 'demo-specialist',
    model: 'scripted/specialist',
    name: 'Demo: a specialist',
    description: 'Scripted. Pays refunds that other agents ask for, where they are proper.',
    tools: ['look_up_order', 'pay_refund'],
  }),
  defineAgent({
    slug: 'demo-subagents',
    model: 'scripted/subagents',
    name: 'Demo: subagents',
    description:
      'Scripted. Starts two researchers side by side, one of which starts an agent of its own. Look at `runEvents(includeDescendants: true)`.',
    subagents: ['demo-researcher'],
  }),
  defineAgent({
    slug: 'demo-researcher',
    model: 'scripted/researcher',
    name: 'Demo: a researcher',
    description: 'Scripted. Reads one source, an encyclopedia or papers, and says what is in it.',
    tools: ['web_scraper', 'arxiv_search'],
    subagents: ['demo-explainer'],
  }),
  defineAgent({
    slug: 'demo-explainer',
    model: 'scripted/explainer',
    name: 'Demo: an explainer',
    description: 'Scripted. Says a claim in plain words.',
  }),
  defineAgent({
    slug: 'demo-workflow',
    model: 'scripted/workflow',
    name: 'Demo: a workflow',
    description:
      'Scripted. Runs the stored workflow demo-quote, which counts its quotes in the key-value relic demo_store.',
    tools: ['calculator'],
    relics: ['demo_store'],
    workflows: ['demo-quote'],
  }),
]

/** Each is added to any database once its provider has a key and all of its tools are there: those of `demo-mcp` are of examples/mcp.json. */
export const agentsOnDemand = [
  ...Object.entries({
    openai: 'openai/gpt-5-mini',
    anthropic: 'anthropic/claude-sonnet-5',
    google: 'google/gemini-3.8-flash',
  }).map(([provider, model]) =>
    defineAgent({
      slug: `demo-${provider}`,
      model,
      name: `Demo: ${provider}`,
      description: `Answers with ${model}, with a calculator and a clock at hand.`,
      systemPrompt:
        'You are a helpful assistant. Use the tools for arithmetic and for the time. Answer briefly.',
      tools: ['calculator', 'current_time'],
      maxSteps: 20,
    }),
  ),
  defineAgent({
    slug: 'demo-mcp',
    model: 'scripted/mcp',
    name: 'Demo: tools of an MCP server',
    description:
      'Scripted. Finds an order with the tools of the MCP server in examples/mcp-server, and leaves a note on it.',
    tools: ['orders__find_orders', 'orders__get_order', 'orders__add_note'],
  }),
]
