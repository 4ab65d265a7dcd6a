import { z } from 'zod'
import { isJsonObject, toJson } from '../domain/json.ts'
import { defineTool } from './define-tool.ts'

const maxSeconds = 10 * 366 * 24 * 3_600

/** The tool `ask_person`: asks a person, and gives the answer as its result. The run waits meanwhile, without memory (JDG-5). */
export const askPersonTool = defineTool({
  name: 'ask_person',
  description:
    'Asks a person a question that only they can answer, and waits for the answer. Ask for one thing at a time. Do not ask for what you can find out by yourself.',
  input: z.object({
    question: z.string().min(1).max(20_000).describe('The question, with all that the person must know.'),
    schema: z
      .looseObject({})
      .optional()
      .describe(
        'A JSON Schema of an object, for an answer with fields. Left out: the answer is a text. Fields with a title, a description and an enum make a good form.',
      ),
  }),
  effect: 'read',
  async execute({ question, schema }, context) {
    const shape = toJson(schema ?? null)
    const outcome = await context.ask('answer', { question, ...(isJsonObject(shape) && { schema: shape }) })
    switch (outcome.status) {
      case 'ANSWERED':
        return schema ? outcome.answer : outcome.answer.answer
      case 'DECLINED':
        return `The person did not answer.${outcome.note === null ? '' : ` They say: ${outcome.note}`} Continue without an answer, or say why you cannot.`
      case 'EXPIRED':
        return 'Nobody answered in time. Continue without an answer, or say why you cannot.'
      default:
        return outcome satisfies never
    }
  },
})

/** The tool `wait_until`: the run waits for a time, without memory (TAS-14). `now` gives milliseconds since 1970. */
export function createWaitUntil(now: () => number) {
  return defineTool({
    name: 'wait_until',
    description: 'Waits until a time, for minutes or months, and then continues. Give `time` or `seconds`.',
    input: z
      .object({
        time: z.iso
          .datetime({ offset: true })
          .optional()
          .describe('The time, in ISO 8601 with a time zone, such as 2027-01-31T09:00:00+01:00.'),
        seconds: z.number().min(0).max(maxSeconds).optional().describe('The number of seconds to wait.'),
      })
      .refine(({ time, seconds }) => (time === undefined) !== (seconds === undefined), {
        error: 'give either time or seconds',
      }),
    effect: 'read',
    async execute({ time, seconds = 0 }, context) {
      const until = await context.step('until', () =>
        time === undefined ? now() + seconds * 1_000 : Date.parse(time),
      )
      await context.waitUntil('wait', new Date(until))
      return `It is ${new Date(now()).toISOString()}.`
    },
  })
}

/** The tool `wait_for_event`: the run waits for a received event, without memory (WAIT-2). */
export const waitForEventTool = defineTool({
  name: 'wait_for_event',
  description:
    'Waits until an event comes, for minutes or months, and gives it. An event has a name, such as order.paid, and data.',
  input: z.object({
    name: z.string().min(1).max(200).describe('The name of the event.'),
    filter: z
      .string()
      .min(1)
      .optional()
      .describe(
        'A CEL expression that the event must fulfil, such as event.data.orderId == "A-1001". Left out: the next event of the name.',
      ),
    timeoutSeconds: z
      .number()
      .min(0)
      .max(maxSeconds)
      .optional()
      .describe(
        'The number of seconds after which to continue without an event. Left out: for as long as it takes.',
      ),
  }),
  effect: 'read',
  async execute({ name, filter, timeoutSeconds }, context) {
    const event = await context.waitForEvent('event', {
      name,
      ...(filter !== undefined && { filter }),
      ...(timeoutSeconds !== undefined && { timeoutMs: timeoutSeconds * 1_000 }),
    })
    return event ?? `No such event came within ${timeoutSeconds} seconds.`
  },
})
