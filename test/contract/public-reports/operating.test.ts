import { describe, expect, it } from 'vitest'
import { agentDefinition } from '../../../src/domain/agent.ts'
import { warningsOf } from '../../../src/domain/agent-warnings.ts'
import type { CallSight } from '../../../src/domain/model.ts'
import { wantsConsole } from '../../../src/http/request-address.ts'
import { noteResponse } from '../../../src/models/stream-answer.ts'

/** Faults that operators and users of other systems with the same job reported, in our words: the next report is one row. */
interface Report {
  readonly report: string
  readonly call: () => unknown
  readonly right: unknown
}

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
  { report: '`curl http://host/` is a 404', call: () => wantsConsole('GET', '/', '*/*'), right: true },
  { report: '`curl -I http://host/` is a 404', call: () => wantsConsole('HEAD', '/', '*/*'), right: true },
  {
    report: 'a client without Accept gets a 404 at an address of the page',
    call: () => wantsConsole('GET', '/runs/run_01', undefined),
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
    report: 'a span of a model call lacks the id and the version of the model that answered',
    call: () => seen({ id: 'chatcmpl-1', model: 'gpt-5-mini-2026-08-07', choices: [] }),
    right: { responseId: 'chatcmpl-1', responseModel: 'gpt-5-mini-2026-08-07' },
  },
]

describe('OPS-1 what operators and users of other systems reported', () => {
  it.for(reports)('$report', ({ call, right }) => {
    expect(call()).toEqual(right)
  })
})
