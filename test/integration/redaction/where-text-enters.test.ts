import { describe, expect, test } from 'vitest'
import type { Json } from '../../../src/domain/json.ts'
import { ModelError, type ModelRequest } from '../../../src/domain/model.ts'
import { Done } from '../../../src/domain/tool.ts'
import { exportRun } from '../../../src/log/archive/export-run.ts'
import type { Script, ScriptedTurn } from '../../../src/models/scripted.ts'
import { createRedactor } from '../../../src/redaction/create-redactor.ts'
import { todoTool } from '../../../src/tools/control-tools.ts'
import type { TestDatabase } from '../../support/database.ts'
import { dump } from '../../support/dump.ts'
import { type EngineOptions, type RunOptions, type TestEngine, testTool } from '../../support/engine.ts'
import { engineForTest } from '../../support/for-file.ts'
import { decide, openGates, requireApproval, untilStatus } from '../../support/gates.ts'
import { answer, createLiveModel } from '../../support/live-model.ts'

/** One that the server knows, and one in the format of an issuer. */
const known = 'kn0wn-v4lue-7c41-9f22'
const shaped = 'sk-C4nary0f0neRun1sHere23456789'
const said = `It is ${known} and ${shaped} here.`

interface Stage {
  readonly engine: TestEngine
  readonly database: TestDatabase
}

/** A way of foreign text into a run: the run, or what is done with it. */
interface Way {
  readonly script?: Script
  readonly options?: EngineOptions
  readonly agent?: RunOptions['agent']
  readonly trigger?: RunOptions['trigger']
  readonly act?: (stage: Stage, runId: string) => Promise<unknown>
  /** Its child. */
  readonly children?: Pick<Way, 'script' | 'agent'>
  /** How it ends; default COMPLETED. */
  readonly status?: string
}

const done: ScriptedTurn = { text: 'It is done.' }

const calling =
  (name: string, args: Json = {}): Script =>
  ({ turn }) =>
    turn === 0 ? { toolCalls: [{ name, arguments: args }] } : done

const giving = (give: () => unknown): Way => ({
  script: calling('give'),
  options: { tools: [testTool('give', async () => give())] },
})

async function* pieces(text: string) {
  yield* text
}

/** A planner of one plan; asked beside it, its model says the rest. */
const planning = (action: Record<string, Json>, aside: ScriptedTurn = {}): Way => ({
  script: ({ isAside, messages }) => {
    if (isAside) return aside
    const isNew = !messages.some(({ role }) => role === 'assistant')
    const plan = { actions: [{ name: 'first', type: 'TOOL', target: 'give', parameters: {}, ...action }] }
    return { text: JSON.stringify(isNew ? { plan } : { answer: 'It is done.' }) }
  },
  options: { tools: [testTool('give', async () => 'given')] },
  agent: { planner: 'PLAN', promptSections: ['CONTEXT'] },
})

const failing = createLiveModel()
// biome-ignore lint/correctness/useYield: it fails at once
failing.plays.fails = async function* () {
  throw new ModelError('AUTH', `Incorrect API key: ${said}`, { retryable: false })
}

const signing = createLiveModel()
signing.plays.signs = async function* (request: ModelRequest) {
  const end = answer(request, 'It is done.')
  if (end.type !== 'done') throw new Error('An answer ends.')
  const thought = { type: 'reasoning', text: '', state: { provider: 'live', data: { kept: said } } } as const
  yield { ...end, message: { ...end.message, parts: [thought, ...end.message.parts] } }
}

const criteria = { acceptanceCriteria: ['It is done.'] }

const verdict = JSON.stringify({ criteria: [{ met: false, evidence: said }], progress: 0.4 })

let dug = 0

/** Says much in each turn, and is asked for a summary when that is too much. */
const digging: Script = ({ isAside }) => {
  if (isAside) return { text: said }
  dug += 1
  return dug > 12 ? done : { text: 'word '.repeat(2_000), toolCalls: [{ name: 'give', arguments: { dug } }] }
}

const waiting: Way = { script: calling('give'), options: { tools: [testTool('give', async () => 'given')] } }

/** Runs until the call waits at its gate. */
async function atGate({ engine, database }: Stage, runId: string): Promise<string | undefined> {
  await untilStatus(engine, database, runId, 'WAITING')
  const [gate] = await openGates(database, runId)
  return gate?.id
}

const ways: Readonly<Record<string, Way>> = {
  'the input of a caller, in the history': { trigger: { input: said } },
  'the context of a caller, in the prompt': {
    trigger: { context: { note: said } },
    agent: { promptSections: ['CONTEXT'] },
  },
  'the text of a model': { script: () => ({ text: said }) },
  'the reasoning of a model': { script: () => ({ reasoning: said, text: 'Done.' }) },
  'the arguments of a call': {
    ...giving(() => 'given'),
    script: calling('give', { note: said, [shaped]: 1 }),
  },
  'arguments that are no JSON': { ...giving(() => 'given'), script: calling('give', `{"note": "${said}"`) },
  'the name of a call': { script: calling(shaped) },
  'the answer of a model in a shape': {
    script: () => ({ text: JSON.stringify({ note: said }) }),
    agent: { outputSchema: { type: 'object', properties: { note: { type: 'string' } }, required: ['note'] } },
  },
  'an answer that does not fit its shape': {
    script: ({ turn }) => ({ text: turn === 0 ? JSON.stringify({ other: said }) : '{"note":"x"}' }),
    agent: { outputSchema: { type: 'object', properties: { note: { type: 'string' } }, required: ['note'] } },
  },
  'what a provider wants back': { options: { providers: [signing] }, agent: { model: 'live/signs' } },
  'the error of a provider': {
    options: { providers: [failing] },
    agent: { model: 'live/fails' },
    status: 'FAILED',
  },
  'the parameters of a plan': planning({ parameters: { note: said } }),
  'a condition of a plan': planning({ condition: `"${shaped}" != "${known}"` }),
  'a condition of a plan that does not hold': planning({ condition: `"${shaped}" == "${known}"` }),
  'the target of a planned action': planning({ target: shaped }),
  'the answer of an LLM action': planning(
    { type: 'LLM', target: '', parameters: { prompt: said }, outputKey: 'note' },
    { text: said },
  ),
  'the text of a result': giving(() => said),
  'the data of a result': giving(() => ({ note: [said], [shaped]: known })),
  'a result in pieces': giving(() => pieces(said)),
  'a result that is cut': giving(() => `${said} `.repeat(30_000)),
  'the answer of a tool': giving(() => new Done(said)),
  'the error of a tool': giving(() => Promise.reject(new Error(said))),
  'an artifact': {
    script: calling('give'),
    options: {
      tools: [
        testTool('give', async (_args, { addArtifact }) => addArtifact(`as ${shaped}`, { note: said })),
      ],
    },
  },
  'a list of todos': {
    script: calling('todo', { todos: [{ text: said, status: 'DONE' }] }),
    options: { tools: [todoTool] },
    agent: { tools: ['todo'] },
  },
  'the verdict of a judge': {
    script: ({ isAside }) => (isAside ? { text: verdict } : done),
    agent: { ...criteria, maxGuardRounds: 1 },
  },
  'the words of a guard': {
    script: () => done,
    options: { replace: () => ({ guards: [() => said] }) },
    agent: { maxGuardRounds: 1 },
  },
  'the error of the check in code': {
    ...giving(() => 'given'),
    options: {
      tools: [testTool('give', async () => 'given')],
      canExecuteTool: () => {
        throw new Error(said)
      },
    },
  },
  'the note at a gate': {
    ...waiting,
    act: async (stage, runId) => decide(stage.engine, await atGate(stage, runId), 'REJECT', { note: said }),
  },
  'a revision at a gate': {
    ...waiting,
    act: async (stage, runId) =>
      decide(stage.engine, await atGate(stage, runId), 'REVISE', { arguments: { note: said } }),
  },
  'a message to a run': {
    ...waiting,
    script: ({ messages }) => (messages.length > 1 ? done : { toolCalls: [{ name: 'give', arguments: {} }] }),
    act: async (stage, runId) => {
      const gateId = await atGate(stage, runId)
      const { engine } = stage
      await engine.operations.steerRun({ projectId: engine.project.id, runId, message: said })
      await decide(engine, gateId, 'APPROVE')
    },
  },
  'the summary of a history': {
    script: digging,
    options: {
      tools: [testTool('give', async () => 'given')],
      modelInfo: () => ({ contextWindow: 12_000, maxOutputTokens: 1_000 }),
    },
  },
  'the answer of a child run, and what it is given': {
    children: { script: () => ({ text: said }), agent: { promptSections: ['CONTEXT'], redaction: 'VALUES' } },
    script: ({ turn, tools }) => {
      const child = JSON.stringify(tools).match(/script-[0-9a-f-]{36}/)?.[0] ?? 'none'
      const args = { agent: child, input: said, context: { note: said } }
      return turn === 0 ? { toolCalls: [{ name: 'spawn_agent', arguments: args }] } : done
    },
  },
  'the error of a child run': {
    children: { agent: { model: 'live/fails' } },
    options: { providers: [failing] },
    script: ({ turn, tools }) => {
      const child = JSON.stringify(tools).match(/script-[0-9a-f-]{36}/)?.[0] ?? 'none'
      return turn === 0
        ? { toolCalls: [{ name: 'spawn_agent', arguments: { agent: child, input: 'Do it.' } }] }
        : done
    },
  },
  'the reason of an abort': {
    ...waiting,
    status: 'CANCELLED',
    act: async (stage, runId) => {
      await atGate(stage, runId)
      await stage.engine.operations.abortRun({
        projectId: stage.engine.project.id,
        runId,
        reason: said,
        by: 'ann',
      })
    },
  },
}

/** What callers gave is stored as they gave it. */
const asGiven = /"(?:input|note|text)": ?"It is kn0wn[^"]*here\."/g

const withoutGiven = (rows: readonly string[]) =>
  rows
    .map((row) =>
      /^"(?:Run|RunInput)" |"type":"run(?:Input)?"/.test(row) ? row.replaceAll(asGiven, '') : row,
    )
    .join('\n')

/** The secrets, or a half of one that a cut has left, with the text around them. */
function leaksIn(text: string): readonly string[] {
  return [known, shaped, known.slice(0, 12), shaped.slice(0, 14)]
    .filter((secret) => text.includes(secret))
    .map((secret) => text.slice(Math.max(0, text.indexOf(secret) - 200), text.indexOf(secret) + 60))
}

describe('TAS-7 a secret is in no row, no event and no export, wherever it enters a run', () => {
  test.each(Object.entries(ways))('%s', async (_name, way) => {
    const {
      script = () => done,
      options = {},
      agent = {},
      trigger = {},
      act,
      children,
      status = 'COMPLETED',
    } = way
    const stage = await engineForTest({ redactor: createRedactor({ values: [known] }), ...options })
    const { engine, database } = stage
    if (act) await requireApproval(engine, 'give')
    const child = children && (await engine.define(children.script ?? (() => done), children.agent))
    const subagents = child ? { subagents: [child.slug] } : {}
    const runId = await engine.trigger(script, { agent: { ...subagents, ...agent }, trigger })
    await act?.(stage, runId)
    const run = await engine.finished(runId)
    expect(run.row).toMatchObject({ status, errorCode: status === 'FAILED' ? expect.any(String) : null })
    const exported: string[] = []
    for await (const line of exportRun(database.pool, { runId, withTree: true })) exported.push(line)
    expect(leaksIn(JSON.stringify(run.events))).toEqual([])
    const rows = await dump(database)
    expect(rows).toContain('[redacted')
    expect(leaksIn(withoutGiven(rows.split('\n')))).toEqual([])
    expect(leaksIn(withoutGiven(exported))).toEqual([])
  })
})
