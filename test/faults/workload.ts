import type { Json, JsonObject } from '../../src/domain/json.ts'
import type { ModelChunk, ModelRequest } from '../../src/domain/model.ts'
import { answer, type LiveModel } from '../support/live-model.ts'
import { pick } from '../support/random.ts'

/** What a run does: its turns, each of concurrent calls, then its answer. It is the input of the run. */
export interface Part {
  readonly turns?: readonly (readonly PartCall[])[]
  readonly say?: string
}

interface PartCall {
  readonly name: string
  readonly arguments: Json
}

/** A run to trigger, and what clients do to it meanwhile. */
export interface Errand {
  readonly agent: 'player' | 'planner'
  readonly part: Part
  readonly plan?: Json
  /** Errands with the same key are of one session. */
  readonly sessionKey?: string
  /** A client aborts it, or sends a message to it, so many milliseconds after the trigger. */
  readonly abortAfterMs?: number
  readonly steerAfterMs?: number
}

/** The tools, with what a repetition of each would mean. */
export const effects = { look: 'read', put: 'idempotent', pay: 'once', ask: 'once', fail: 'read' } as const

export function errandsOf(count: number, random: () => number): readonly Errand[] {
  return Array.from({ length: count }, (_, index) => errandOf(index, random))
}

function errandOf(index: number, random: () => number): Errand {
  const kind = random()
  const meanwhile = {
    ...(random() < 0.06 && { abortAfterMs: Math.floor(random() * 120) }),
    ...(random() < 0.06 && { steerAfterMs: Math.floor(random() * 80) }),
  }
  if (kind < 0.12) return { agent: 'planner', part: {}, plan: planOf(random), ...meanwhile }
  const part = partOf(kind < 0.24 ? 1 : 0, random)
  const session = kind > 0.85 ? { sessionKey: `session-${index % 4}` } : {}
  return { agent: 'player', part, ...session, ...meanwhile }
}

function partOf(depth: number, random: () => number): Part {
  const turns = Array.from({ length: Math.floor(random() * 4) }, () =>
    Array.from({ length: 1 + Math.floor(random() * 2.5) }, () => callOf(random)),
  )
  const say = `Said ${random()} and done.`
  if (depth === 0) return { turns, say }
  const input = JSON.stringify(partOf(depth - 1, random))
  const spawn: PartCall = { name: 'spawn_agent', arguments: { agent: 'player', input } }
  return { turns: [...turns, [spawn, callOf(random)]], say }
}

/** Most calls have effects, and no two have the same arguments. */
function callOf(random: () => number): PartCall {
  const name = pick(['look', 'put', 'pay', 'pay', random() < 0.3 ? 'ask' : 'pay', 'fail'] as const, random)
  return { name, arguments: { n: Math.floor(random() * 1_000_000) } }
}

/** A graph with a decision, and often something fired that nobody waits for. */
function planOf(random: () => number): JsonObject {
  const call = (name: string, target: string, more: JsonObject = {}) => ({
    ...{ name, type: 'TOOL', target, retry: { maxAttempts: 1 } },
    ...{ parameters: { n: Math.floor(random() * 1_000_000) }, ...more },
  })
  return {
    actions: [
      call('first', 'look', { outputKey: 'first' }),
      call('second', pick(['pay', 'put', 'ask', 'fail'], random), {
        dependsOn: ['first'],
        skipOnError: true,
      }),
      {
        ...{ name: 'choose', type: 'DECISION', dependsOn: ['first'] },
        branches: [{ name: 'yes', when: 'first == "look"' }, { name: 'no' }],
      },
      call('taken', 'pay', { branch: 'choose/yes' }),
      call('left', 'pay', { branch: 'choose/no' }),
      ...(random() < 0.5
        ? [call('fired', pick(['pay', 'put', 'fail'], random), { mode: 'FIRE_AND_FORGET' })]
        : []),
    ],
  }
}

/** Has the models `live/player` and `live/planner` do what the errands say: a function of the conversation, as a process that goes on asks again. */
export function playErrands(live: LiveModel): void {
  live.plays.player = (request) => playPart(request)
  live.plays.planner = async function* (request) {
    const turn = { reasoning: '', goalAchieved: false, answer: 'It is all done.', plan: null }
    yield answer(request, request.toolChoice === 'none' ? 'Stopping.' : JSON.stringify(turn))
  }
}

async function* playPart(request: ModelRequest): AsyncGenerator<ModelChunk> {
  const { part, turn } = placeOf(request)
  const calls = request.toolChoice === 'none' ? [] : (part.turns?.[turn] ?? [])
  const text = calls.length > 0 ? `Turn ${turn}.` : (part.say ?? 'Done.')
  for (const word of text.match(/\S+\s*/g) ?? []) yield { type: 'text', text: word }
  yield answer(request, text, calls)
}

/** The last input, and the number of turns since. Notes of the engine are no input. */
function placeOf({ messages }: ModelRequest): { readonly part: Part; readonly turn: number } {
  const last = messages.findLastIndex((message) => message.role === 'user' && message.byEngine !== true)
  const asked = messages[last]
  const turn = messages.slice(last).filter(({ role }) => role === 'assistant').length
  return { part: asked?.role === 'user' ? JSON.parse(asked.text) : {}, turn }
}
