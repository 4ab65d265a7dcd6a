import { expect } from 'vitest'
import type { Json, JsonObject } from '../../src/domain/json.ts'
import type { AssistantMessage, AssistantPart } from '../../src/domain/message.ts'
import { ModelError, type ModelProvider, type ModelRequest } from '../../src/domain/model.ts'
import { modelRequest } from './model-call.ts'
import {
  type Collected,
  type CutOptions,
  collect,
  serveExchanges,
  type WireCase,
  type WireExchange,
} from './wire.ts'
import { expectedAnswer, expectedFailure, reportAnswer, reportFailure } from './wire-report.ts'
import { recordedTurn } from './wire-turns.ts'

/** Replays a recorded conversation through an adapter, and holds every outcome and later request against it. */
export async function replay(
  wireCase: WireCase,
  cut: CutOptions,
  {
    create,
    expectRequest,
  }: {
    create(baseUrl: string): ModelProvider
    expectRequest(sent: JsonObject, recorded: JsonObject): void
  },
): Promise<void> {
  const server = await serveExchanges(wireCase.exchanges, cut)
  const answers: AssistantMessage[] = []
  try {
    for (const exchange of wireCase.exchanges) {
      const outcome = await ask(create(server.baseUrl), exchange, recordedTurn(exchange, answers))
      const sent = server.requests.at(-1)
      if (answers.length > 0) expectRequest(sent?.body ?? {}, exchange.request.body ?? {})
      expectOutcome(outcome, exchange)
      if (!(outcome instanceof ModelError)) answers.push(outcome.answer.message)
    }
  } finally {
    await server.close()
  }
}

/** Returns the result of an adapter for a recorded exchange: its answer, or how it failed. */
export function ask(
  model: ModelProvider,
  exchange: WireExchange,
  turn: Partial<ModelRequest>,
): Promise<Collected | ModelError> {
  const stream = model.stream(modelRequest({ ...turn, messageId: exchange.name }))
  return collect(stream).catch((error: unknown) => {
    if (error instanceof ModelError) return error
    throw error
  })
}

function expectOutcome(outcome: Collected | ModelError, exchange: WireExchange): void {
  if (outcome instanceof ModelError) {
    expect(reportFailure(outcome)).toEqual(expectedFailure(exchange))
    expect(outcome.message).toBe(exchange.expect.error?.message)
    return
  }
  // The recordings' page knows no words of a refusal but OpenAI's.
  const { refusal: _refusal, ...expected } = expectedAnswer(exchange)
  expect(reportAnswer(outcome, countOpaque)).toMatchObject(expected)
}

function countOpaque(part: AssistantPart): number {
  return Number('state' in part && part.state !== undefined)
}

/** Objects of a JSON list; none where it is no list. */
export function items(list: Json | undefined): readonly JsonObject[] {
  return Array.isArray(list) ? list : []
}
