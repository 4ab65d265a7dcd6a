import { once } from 'node:events'
import { type IncomingMessage, request as requestOver } from 'node:http'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { toGlobalId } from '../../../src/graphql/global-id.ts'
import { type Message, openBareSocket } from '../../http/bare-socket.ts'
import { openServer } from '../../http/open-server.ts'
import { forFile } from '../../support/for-file.ts'
import { runFailed } from '../../support/memory-run-log.ts'
import { reportsOfHttp } from './http-rows.ts'
import type { HttpRequest, Report } from './report.ts'
import { reportsOfSockets } from './socket-rows.ts'

/** The next report is one row: of the file of its area, or of a new one beside it. */
const reports: readonly Report[] = [...reportsOfSockets, ...reportsOfHttp]

const open = forFile(await openServer({ origins: ['https://app.example'] }))
const agent = await open.graph.make.agent()
const run = await open.graph.make.run(agent, { nextSeq: 1_000 })
open.graph.log.append(run.id, runFailed)
const stage = { runId: toGlobalId('Run', run.id), agentSlug: agent.slug }

describe('API-8 what users of other systems reported', () => {
  it.for(reports)('$report', async (row) => {
    if (row.over === 'HTTP') return expect(await answerTo(row.send(stage))).toMatchObject(row.right)
    const heard = await conversation(row.send(stage))
    expect(heard).toMatchObject(row.right)
    expect(heard).toHaveLength(row.right.length)
  })
})

/** With `node:http`, which sends what it is given: `fetch` adds headers, and refuses others. */
async function answerTo({ method, path = '/graphql', headers, body }: HttpRequest) {
  const content = typeof body === 'string' || body === undefined ? body : JSON.stringify(body)
  const type = content === undefined ? {} : { 'content-type': 'application/json' }
  const asked = requestOver(new URL(path, open.url), {
    method: method ?? (content === undefined ? 'GET' : 'POST'),
    headers: { ...type, ...headers },
  })
  asked.end(content)
  const [answer]: IncomingMessage[] = await once(asked, 'response')
  if (answer === undefined) throw new Error('There is no answer.')
  const whole = await text(answer)
  const isJson = answer.headers['content-type']?.includes('json') === true
  return { status: answer.statusCode, headers: answer.headers, body: isJson ? JSON.parse(whole) : whole }
}

async function conversation(send: readonly object[]): Promise<readonly Message[]> {
  const socket = await openBareSocket(open.endpoint)
  for (const message of send) socket.send(message)
  const heard: Message[] = []
  const idsLeft = new Set(send.map((message) => Reflect.get(message, 'id')))
  while (idsLeft.size > 0) {
    const message = await socket.next()
    if (message === null) throw new Error(`Closed: ${JSON.stringify(await socket.closed)}`)
    heard.push(message)
    if (message.type !== 'next') idsLeft.delete(message.id)
  }
  socket.close()
  return heard
}
