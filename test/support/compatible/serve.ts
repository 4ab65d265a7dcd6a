import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { type Body, requestBody } from './rules.ts'
import type { CompatibleServer } from './server.ts'
import { type Said, toStream } from './shapes.ts'

const objects = z.record(z.string(), z.json())

/** A fake of a compatible server: it refuses what breaks its rules, and does what the last words of the user say. */
export interface FakeServer {
  readonly baseUrl: string
  /** The words of each refusal, in order. */
  readonly refusals: string[]
  /** Number of requests that were answered. */
  answered: number
  close(): Promise<void>
}

/**
 * The user's last word in brackets says what the model does: `[look]` calls a tool, `[both]` two at once, `[cut]` is cut off
 * within its arguments, `[wait]` calls the tool that steers, `[broken]` is refused for good, `[down]` finds the server down;
 * anything else is answered in words, and so are results.
 */
export async function serveCompatible(
  { rules: instruction, silentRules = [], shape }: CompatibleServer,
  isKnown: boolean,
): Promise<FakeServer> {
  const rules = isKnown ? [...instruction, ...silentRules] : instruction
  const server = createServer(async (request, response) => {
    const raw = objects.parse(JSON.parse(await text(request)))
    const body = requestBody.parse(raw)
    const word = wordOf(body)
    const refusal =
      rules.map((rule) => rule(body, raw)).find((found) => found !== null) ??
      (word === 'broken'
        ? {
            status: 400,
            body: { error: { message: 'The request is broken.', type: 'invalid_request_error' } },
          }
        : null)
    if (refusal || word === 'down') {
      const { status, body: words } = refusal ?? {
        status: 401,
        body: { error: { message: 'This key is over.' } },
      }
      if (word !== 'broken' && refusal) fake.refusals.push(JSON.stringify(words))
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(words))
      return
    }
    fake.answered += 1
    const prompt = Math.ceil(JSON.stringify(body.messages).length / 4)
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.end(toStream(say(word, body), shape, prompt, fake.answered))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  const fake: FakeServer = {
    baseUrl: `http://127.0.0.1:${address.port}/v1`,
    refusals: [],
    answered: 0,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return fake
}

/** Instruction of the user; `answer` once there are results, or if nothing can be called. */
function wordOf({ messages, tools }: Body): string {
  const last = messages.at(-1)
  const words = typeof last?.content === 'string' ? last.content : ''
  const instruction = [...words.matchAll(/\[(\w+)\]/g)].at(-1)?.[1] ?? 'answer'
  const isResult = last?.role !== 'user' || words.includes('Result of the tool')
  const isCall = ['look', 'both', 'cut', 'wait'].includes(instruction)
  return isResult || (isCall && tools === undefined) ? 'answer' : instruction
}

function say(instruction: string, { messages }: Body): Said {
  const reasoning = 'I think about it.'
  const call = (name: string, args = '{"at":"tree"}') => ({ name, arguments: args })
  switch (instruction) {
    case 'look':
      return { text: '', reasoning, calls: [call('look')], finish: 'tool_calls' }
    case 'both':
      return {
        text: 'I look twice.',
        reasoning,
        calls: [call('look'), call('look', '{}')],
        finish: 'tool_calls',
      }
    case 'wait':
      return { text: '', reasoning, calls: [call('wait')], finish: 'tool_calls' }
    case 'cut':
      return { text: '', reasoning, calls: [call('look', '{"at":"the tr')], finish: 'length' }
    default:
      return { text: `Answer to ${messages.length} messages.`, reasoning, calls: [], finish: 'stop' }
  }
}
