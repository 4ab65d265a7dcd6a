import { fc } from '@fast-check/vitest'
import { mediaFormOf } from '../../src/domain/file.ts'
import type { Json } from '../../src/domain/json.ts'
import type { AssistantPart, FilePart, Message, ProviderState } from '../../src/domain/message.ts'
import type { SentFile } from '../../src/models/files/sent-files.ts'

/** A file of a hostile history as an adapter sends it. */
export function sentFile({ mediaType, name }: FilePart): SentFile {
  const form = mediaFormOf(mediaType)
  return form === 'TEXT'
    ? { form, name: name ?? 'file.csv', text: 'a,b' }
    : { form, mediaType, name: name ?? 'file', base64: 'AAAA' }
}

/** As `chat-request.ts` has it. */
const chatOrigin = 'http://127.0.0.1/v1 a-model'

/** A signature that its maker can tell from others' by its look, as a provider can by its key. */
export function sealBy(provider: string, number = 0): string {
  return `sealed by ${provider}, number ${number}`
}

export function isSealedBy(provider: string, seal: string): boolean {
  return seal.startsWith(`sealed by ${provider}, `)
}

/** Reasoning with what its provider wants back. */
export function stateBy(provider: string, number = 0): ProviderState {
  const seal = sealBy(provider, number)
  const states: Record<string, Json> = {
    openai: { type: 'reasoning', id: `rs_${number}`, summary: [], encrypted_content: seal },
    'openai-chat': {
      field: 'reasoning',
      origin: chatOrigin,
      details: [{ type: 'reasoning.encrypted', data: seal }],
    },
    anthropic: number % 2 === 0 ? { signature: seal } : { redacted: seal },
  }
  return { provider, data: states[provider] ?? seal }
}

const providers = fc.constantFrom('openai', 'openai-chat', 'anthropic', 'google', 'vertex', 'scripted')
const state = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(providers, fc.nat({ max: 9 })).map(([name, n]) => stateBy(name, n)) },
  { weight: 1, arbitrary: fc.record({ provider: providers, data: fc.constantFrom<Json>(null, {}, 7, []) }) },
)
const stateful = fc.oneof(fc.constant({}), fc.record({ state }))

const text = fc.oneof(
  fc.constantFrom('', ' ', '\n\t', 'Hello', ' and \n so on '),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
)
const callId = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('a', 'b', 'a_2', 'm-0') },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '',
      'a.b',
      'a_b',
      'functions.look:0',
      '__proto__',
      'é😀',
      `${'x'.repeat(39)}😀`,
      `${'x'.repeat(63)}😀`,
      'x'.repeat(65),
    ),
  },
)
const name = fc.constantFrom('look', 'think', '', 'functions.look', '1st', 'n'.repeat(200))
const args = fc.constantFrom('{}', '{"at":"tree"}', '{"at":', '', '[]', 'null')

/** Of which `sentFile` makes the bytes. */
const file: fc.Arbitrary<FilePart> = fc
  .tuple(
    fc.record({
      type: fc.constant('file' as const),
      fileId: fc.constantFrom('f-1', 'f-2'),
      mediaType: fc.constantFrom('image/png', 'application/pdf', 'text/csv', 'audio/mpeg'),
      name: fc.constantFrom(null, 'a.png', 'a "b".pdf'),
      byteCount: fc.constant(3),
    }),
    fc.oneof(
      fc.constant({}),
      fc.record({ state: providers.map((name) => ({ provider: name, data: sealBy(name) })) }),
    ),
  )
  .map(joined)
const attached = fc.oneof(
  { weight: 3, arbitrary: fc.constant({}) },
  { weight: 1, arbitrary: fc.record({ files: fc.array(file, { maxLength: 2 }) }) },
)

const part: fc.Arbitrary<AssistantPart> = fc.oneof(
  file,
  fc.tuple(fc.record({ type: fc.constant('text' as const), text }), stateful).map(joined),
  fc.record({ type: fc.constant('refusal' as const), text }),
  fc.tuple(fc.record({ type: fc.constant('reasoning' as const), text }), stateful).map(joined),
  fc
    .tuple(fc.record({ type: fc.constant('tool-call' as const), callId, name, arguments: args }), stateful)
    .map(joined),
)

function joined<A, B>([first, second]: [A, B]): A & B {
  return { ...first, ...second }
}

const message: fc.Arbitrary<Message> = fc.oneof(
  fc.record({ role: fc.constant('system' as const), text }),
  fc.tuple(fc.record({ role: fc.constant('user' as const), text }), attached).map(joined),
  {
    weight: 3,
    arbitrary: fc.record({
      role: fc.constant('assistant' as const),
      messageId: fc.constantFrom('m', 'n', ''),
      parts: fc.array(part, { maxLength: 5 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(
        fc.record({ role: fc.constant('tool' as const), callId, name, text, isError: fc.boolean() }),
        attached,
      )
      .map(joined),
  },
)

/** Histories that no provider takes: in any order, with any gap, with the state of anyone, with ids that repeat. */
export const hostileHistory: fc.Arbitrary<readonly Message[]> = fc.array(message, { maxLength: 16 })
