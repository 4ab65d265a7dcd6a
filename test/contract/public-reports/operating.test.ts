import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { agentDefinition } from '../../../src/domain/agent.ts'
import { warningsOf } from '../../../src/domain/agent-warnings.ts'
import type { CallSight } from '../../../src/domain/model.ts'
import { wantsConsole } from '../../../src/http/request-address.ts'
import { noteResponse } from '../../../src/models/stream-answer.ts'

/**
 * Faults that operators and users of other systems with the same job reported, in our words, each with the right value: the next report is
 * one row. What needs a server, a browser or another program names its test.
 */
type Report = { readonly report: string } & (
  | { readonly call: () => unknown; readonly right: unknown }
  | { readonly file: string; readonly title: string }
)

const warningOf = (model: string) =>
  warningsOf(agentDefinition.parse({ name: 'Clerk', model }), {
    models: { profiles: () => [] },
    tools: { list: () => [], find: () => null },
  }).map(({ message }) => message)

function seen(event: object): Omit<CallSight, 'server'> {
  const sight: CallSight = { server: null, responseId: null, responseModel: null }
  noteResponse(event, sight)
  const { responseId, responseModel } = sight
  return { responseId, responseModel }
}

const reports: readonly Report[] = [
  {
    report: 'all workers are dead, and no alert fires',
    file: 'test/integration/telemetry/alerts.test.ts',
    title: 'pages when the worker is killed under a run, and no more when another one has taken it over',
  },
  {
    report: 'a cost that is not known is shown as $0',
    file: 'test/console/unpriced.test.ts',
    title: 'are not priced in the usage, which says that nothing was spent nowhere',
  },
  {
    report: 'the page of a step leaves out the system prompt and the tools',
    file: 'test/console/step.test.ts',
    title: 'has the whole system prompt, folded as it is long, and each tool that was offered',
  },
  {
    report: 'the page of a step leaves out the calls of the model',
    file: 'test/console/step.test.ts',
    title: 'shows the calls of the model with their arguments',
  },
  {
    report: 'a scripted model plays its first plan for ever',
    file: 'test/testing/scripted-plans.test.ts',
    title: 'of an agent that plans goes on to its next turn after the results of a plan',
  },
  {
    report: 'a scripted model repeats a call after a human revised it',
    file: 'test/testing/test-app.test.ts',
    title: 'EMB-4 finds the gate that a run waits at, and decides with other arguments',
  },
  { report: '`curl http://host/` is a 404', call: () => wantsConsole('GET', '/', '*/*'), right: true },
  { report: '`curl -I http://host/` is a 404', call: () => wantsConsole('HEAD', '/', '*/*'), right: true },
  {
    report: 'a client without Accept gets a 404 at an address of the page',
    call: () => wantsConsole('GET', '/runs/UnVuOjE=', undefined),
    right: true,
  },
  {
    report: 'a probe at a wrong address gets the page, and takes it for health',
    call: () => wantsConsole('GET', '/healthz', '*/*'),
    right: false,
  },
  {
    report: 'a client of JSON gets the page',
    call: () => wantsConsole('GET', '/runs', 'application/json, text/plain, */*'),
    right: false,
  },
  {
    report: 'an agent whose provider has no key is created without a word',
    call: () => warningOf('anthropic/claude-sonnet-5'),
    right: [
      'model: anthropic/claude-sonnet-5 cannot be called: anthropic is not set up. Set ANTHROPIC_API_KEY.',
    ],
  },
  {
    report: 'an outage of the database fills the log with stacks',
    file: 'test/unit/app/outage-report.test.ts',
    title: 'is one line without a stack, however many loops fail however often',
  },
  {
    report: 'a trace has a second root after an approval, and the wait no span',
    file: 'test/integration/telemetry/traces.test.ts',
    title: 'have one root and the time at each gate, however often the run waits, and whatever the process',
  },
  {
    report: 'a span of a model call lacks the id and the version of the model that answered',
    call: () => seen({ id: 'chatcmpl-1', model: 'gpt-5-mini-2026-08-07', choices: [] }),
    right: { responseId: 'chatcmpl-1', responseModel: 'gpt-5-mini-2026-08-07' },
  },
  {
    report: 'a start right after a stop says that the database does not start, and to restore a backup',
    file: 'test/database/private-postgres.test.ts',
    title: 'a server that is stopped before its starter has seen that it is there is started again',
  },
]

describe('OPS-1 what operators and users of other systems reported', () => {
  it.for(reports)('$report', (row) => {
    if ('call' in row) expect(row.call()).toEqual(row.right)
    else expect(existsSync(row.file) && readFileSync(row.file, 'utf8').includes(row.title)).toBe(true)
  })
})
