import { z } from 'zod'
import { givenOrigin } from './binding.ts'
import { object } from './declared.ts'
import { givenFile } from './file.ts'
import { gateDecision } from './gate.ts'
import { given, givenOrNull, needed } from './given.ts'
import { pricingOfRun } from './model-batch.ts'
import { promptCall, workflowPrompt } from './prompt-call.ts'

/** What callers give to the operations on runs; `null` is no limit (LIM-14). */
export const triggerInput = z.object({
  agent: given.key(
    'Agent',
    'Global id or slug of the agent. If you leave it out, the binding of the origin selects the agent.',
  ),
  origin: given.one(
    givenOrigin,
    'Origin of the input. It selects the agent if you name none, and gives a session key if you give none. The model reads it as `origin` of the context of the run.',
  ),
  input: given.text('Input of the run. Leave it out if you give a prompt.'),
  prompt: given.one(
    promptCall,
    'Prompt of an MCP server in place of the input. The server is asked for its messages once, and they are the input of the run, also of its forks and replays.',
  ),
  files: given.many(
    givenFile,
    'Files of the input, such as images, in the order in which the model receives them. At most 20.',
  ),
  sessionKey: given.text(
    'Key of the session that the run belongs to. A session is created if the project has none with this key.',
  ),
  threadId: given.text(
    'Thread id that the run shares with the runs that it starts and with other runs of yours. Default: the id of the run.',
  ),
  idempotencyKey: given.text(
    'Idempotency key. Repeated requests with the same key return the same run. All other fields must be the same too, including `priority` and `startAt`; otherwise the request is refused.',
  ),
  maxSteps: givenOrNull.int(
    'Step limit. If you leave it out, the limit of the agent applies, or else that of the project. Null is unlimited.',
  ),
  timeoutMs: givenOrNull.int(
    'Time limit, in milliseconds. If you leave it out, the limit of the agent applies, or else that of the project. Null is unlimited.',
  ),
  maxCostUsd: givenOrNull.decimal(
    'Cost limit of the run and its descendants, in US dollars. If you leave it out, the limit of the agent applies, or else that of the project. Null is unlimited.',
  ),
  maxTokens: givenOrNull.safeInt(
    'Limit of input and output tokens of the run and its descendants. If you leave it out, the limit of the agent applies, or else that of the project. Null is unlimited.',
  ),
  priority: given.int(
    'Priority of the run, from -100 to 100. Among the queued runs of the project, the run with the highest number starts first. Default 0.',
  ),
  startAt: given.moment(
    'Earliest time at which the run may begin, at most a year ahead. By default, the run begins at once.',
  ),
  ...pricingOfRun,
  tags: given.texts(
    'Tags of the run: at most 20, of at most 100 characters each. The runs that it starts get the same tags.',
  ),
  metadata: given.json(
    'Metadata of the run: a flat object of at most 50 entries, whose values are strings of at most 500 characters, numbers or booleans. The runs that it starts get the same metadata.',
  ),
  context: given.json('Data that the actions of the run share, as an object.'),
  plan: given.json(
    'Plan of the first step, instead of a plan that the model writes. Only for an agent that plans. `planSchema` is the schema of a plan.',
  ),
})

export const workflowTrigger = z.object({
  workflow: needed.key('Workflow', 'Global id or slug of the workflow.'),
  parameters: given.json('Parameters of the workflow, as an object.'),
  prompts: given.many(
    workflowPrompt,
    'Prompts of MCP servers in place of parameters, at most 20. The servers are asked for their messages once, and the texts are parameters of the run, also when it is retried or replayed.',
  ),
  agent: given.key(
    'Agent',
    'Global id or slug of the agent that executes the workflow. If you leave it out, the agent of the workflow executes it.',
  ),
  tags: given.texts(
    'Tags of the run: at most 20, of at most 100 characters each. The runs that it starts get the same tags.',
  ),
  metadata: given.json(
    'Metadata of the run: a flat object of at most 50 entries, whose values are strings of at most 500 characters, numbers or booleans. The runs that it starts get the same metadata.',
  ),
  idempotencyKey: given.text(
    'Idempotency key. Repeated requests with the same key return the same run. All other fields must be the same too; otherwise the request is refused.',
  ),
  timeoutMs: givenOrNull.int(
    'Time limit, in milliseconds. If you leave it out, the limit of the agent applies, or else that of the project. Null is unlimited.',
  ),
  maxCostUsd: givenOrNull.decimal(
    'Cost limit of the run and its descendants, in US dollars. If you leave it out, the limit of the agent applies, or else that of the project. Null is unlimited.',
  ),
  ...pricingOfRun,
})

const messageEdit = object('MessageEdit', 'Change of a message that a fork takes over.', {
  position: needed.int('Position of the message in the run that is forked, as `Run.messages` has it.'),
  text: needed.text(
    'Text in place of that of the message. Of a TOOL message, it is the result as the model receives it.',
  ),
})

export const runFork = z.object({
  afterStep: needed.int(
    'Number of the last step to take over, which must have ended. 0 begins from the start.',
  ),
  input: given.text(
    'With `afterStep: 0`, the input that replaces the original input. Otherwise, the next message that the model receives.',
  ),
  model: given.text("Model of the new run, instead of the agent's model: `provider/model`."),
  systemPrompt: given.text("System prompt of the new run, instead of the agent's system prompt."),
  context: given.json('Context of the new run, in place of the context after the step: an object.'),
  messages: given.many(
    messageEdit,
    'Messages of the run with other texts. At most 100. Messages that a compaction covers cannot be changed.',
  ),
  dropFrom: given.int(
    'Position of a message of the run: the new run has neither it nor the messages after it, and the model is asked again from there. A result of a tool is dropped with its call.',
  ),
})

export const runResumption = z.object({
  maxSteps: given.int('Number of additional steps.'),
  timeoutMs: given.int('Additional active time, in milliseconds.'),
  maxCostUsd: given.decimal('Additional cost that the run may have, in US dollars.'),
  maxTokens: given.safeInt('Number of additional input and output tokens.'),
  message: given.text('Message that the model receives when the run continues.'),
  files: given.many(givenFile, 'Files of the message. At most 20.'),
})

export const labelsChange = z.object({
  tags: given.texts('Tags that replace all tags of the run. Not together with `addTags` or `removeTags`.'),
  addTags: given.texts('Tags to add. A tag that the run has already stays.'),
  removeTags: given.texts('Tags to remove. A tag that the run does not have is ignored.'),
  metadata: given.json(
    'Entries of the metadata to set, as an object. Null as the value of an entry removes it; entries that you leave out stay.',
  ),
})

export const gateResolution = z.object({
  decision: needed.one(gateDecision, 'Decision at the gate.'),
  note: given.text('Note that the model receives. REVISE requires a note or `arguments`.'),
  arguments: given.json(
    'New arguments, for REVISE only: an object that replaces the arguments of the call, or, for a plan, such an object for each changed action by its name. They are checked in the same way as arguments that the model wrote.',
  ),
  answer: given.json(
    'Answer to the question, for ANSWER only: an object that fits `schema` of the context of the gate.',
  ),
})
