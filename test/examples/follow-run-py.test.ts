import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { json, text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { root } from '../checks/run-command.ts'
import { listenOnLoopback } from '../support/free-port.ts'
import { findProgram } from '../support/programs.ts'

const python = findProgram('python3')

type Answer = (response: ServerResponse) => void

/** An event stream that says so much, and then breaks off. */
function stream(...said: readonly (string | Buffer)[]): Answer {
  return (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(Buffer.concat(said.map((part) => Buffer.from(part))), () =>
      setTimeout(() => response.destroy(), 50),
    )
  }
}

function status(code: number): Answer {
  return (response) => response.writeHead(code).end()
}

function event(seq: number): string {
  const runEvents = { __typename: 'TextDelta', seq, cursor: `e${seq}`, messageId: 'm', text: `text ${seq} ` }
  return `event: next\ndata: ${JSON.stringify({ data: { runEvents } })}\n\n`
}

function refused(extensions: object): string {
  const errors = [{ message: 'Not now.', extensions }]
  return `event: next\ndata: ${JSON.stringify({ data: null, errors })}\n\n`
}

const asking = z.object({ variables: z.object({ after: z.string().optional() }) })

const unavailable = refused({ code: 'DATABASE_UNAVAILABLE', retryable: true })
const complete = 'event: complete\ndata:\n\n'

/** Output of the Python program for these answers, its requests, and the time between them. */
async function followAnswers(answers: readonly Answer[]) {
  const afters: unknown[] = []
  const askedAt: number[] = []
  const left = [...answers]
  const server = createServer(async (request, response) => {
    askedAt.push(performance.now())
    afters.push(asking.parse(await json(request)).variables.after)
    left.shift()?.(response)
  })
  const port = await listenOnLoopback(server)
  onTestFinished(() => void server.close())
  const child = spawn(python ?? '', ['examples/follow_run.py', 'any'], {
    cwd: root,
    env: { RUNGRAPH_URL: `http://127.0.0.1:${port}` },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [printed, told, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  const pausesMs = askedAt.slice(1).map((at, place) => at - (askedAt[place] ?? 0))
  return { printed, told, code, afters, pausesMs }
}

test.runIf(python)(
  'EVT-2 the Python program goes on after errors that pass, and waits longer each time until an event came',
  async () => {
    const { printed, told, code, afters, pausesMs } = await followAnswers([
      status(503),
      status(429),
      stream(unavailable, event(1)),
      stream(event(1), unavailable, event(2)),
      stream(event(2), complete),
    ])
    expect([printed, told, code]).toEqual(['text 1 text 2 \n', '', 0])
    expect(afters).toEqual([undefined, undefined, undefined, undefined, 'e1'])
    const [first = 0, second = 0, third = 0, afterEvent = 0] = pausesMs
    expect(first).toBeGreaterThanOrEqual(250)
    expect(second).toBeGreaterThanOrEqual(500)
    expect(third).toBeGreaterThanOrEqual(1_000)
    expect(afterEvent).toBeLessThan(2_000)
  },
)

test.runIf(python)('EVT-2 the Python program ends with an error that does not pass', async () => {
  const answers = [stream(unavailable), stream(refused({ code: 'NOT_FOUND' }))]
  const { told, code, afters } = await followAnswers(answers)
  expect([told, code, afters.length]).toEqual(['Not now.\n', 1, 2])
})

test.runIf(python)('EVT-2 the Python program takes no half of an event, nor of a letter', async () => {
  const next = Buffer.from(event(2).replace('text 2', 'Grüße'))
  const half = next.subarray(0, next.indexOf('ü') + 1)
  const answers = [stream(event(1), half), stream(event(2), complete)]
  const { printed, code, afters } = await followAnswers(answers)
  expect([printed, code, afters]).toEqual(['text 1 text 2 \n', 0, [undefined, 'e1']])
})
