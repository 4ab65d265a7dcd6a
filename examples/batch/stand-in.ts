/**
 * A stand-in for the batch API of OpenAI: enough of it for this example, without a key, without a model and without a bill. It keeps
 * everything in memory, and a batch ends some seconds after it was sent.
 *
 *     npx node examples/batch/stand-in.ts
 */
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'

const { STAND_IN_PORT = '4400', STAND_IN_SECONDS = '10' } = process.env

interface Batch {
  readonly id: string
  readonly input_file_id: string
  readonly metadata: unknown
  readonly created_at: number
  status: 'in_progress' | 'completed' | 'cancelled'
  output_file_id?: string
}

/** One line of the file of a batch. */
interface Line {
  readonly custom_id: string
  readonly body: { readonly model: string; readonly input: unknown }
}

const files = new Map<string, string>()
const batches: Batch[] = []

/** What the model would say: the subject of a message. */
function subjectOf(message: string): string {
  if (message.includes('charged')) return 'payment'
  return message.includes('parcel') ? 'delivery' : 'product'
}

/** Answers a request; `null`: there is no such thing here. */
async function answer(request: IncomingMessage): Promise<object | string | null> {
  const [, , kind, id, what] = (request.url ?? '').split(/[/?]/)
  const route = `${request.method} ${kind}`
  const batch = batches.find((one) => one.id === id)
  if (route === 'POST files') return { id: store(await uploadedText(request)), object: 'file' }
  if (route === 'DELETE files') return { id, object: 'file', deleted: files.delete(id ?? '') }
  if (route === 'GET files' && what === 'content') return files.get(id ?? '') ?? null
  if (route === 'POST batches' && what === 'cancel' && batch)
    return Object.assign(batch, { status: 'cancelled' })
  if (route === 'POST batches' && !id) return send(JSON.parse(String(await buffer(request))))
  if (route !== 'GET batches') return null
  // A key of a query stands where an id would.
  return batch ?? { object: 'list', data: batches.toReversed(), has_more: false }
}

function send({ input_file_id, metadata }: Pick<Batch, 'input_file_id' | 'metadata'>): Batch {
  const id = `batch_${randomUUID()}`
  const batch: Batch = {
    id,
    input_file_id,
    metadata,
    status: 'in_progress',
    created_at: Math.floor(Date.now() / 1_000),
  }
  batches.push(batch)
  const lines = String(files.get(input_file_id)).split('\n')
  console.log(`A batch of ${lines.length} requests: its answers come in ${STAND_IN_SECONDS} seconds.`)
  setTimeout(() => {
    if (batch.status !== 'in_progress') return
    Object.assign(batch, { status: 'completed', output_file_id: store(lines.map(resultOf).join('\n')) })
  }, Number(STAND_IN_SECONDS) * 1_000)
  return batch
}

function resultOf(text: string): string {
  const { custom_id, body }: Line = JSON.parse(text)
  const content = [{ type: 'output_text', text: subjectOf(JSON.stringify(body.input)), annotations: [] }]
  const response = {
    ...{ id: `resp_${randomUUID()}`, object: 'response', status: 'completed', model: body.model },
    output: [{ type: 'message', id: `msg_${randomUUID()}`, role: 'assistant', status: 'completed', content }],
    usage: { input_tokens: 30, output_tokens: 5, total_tokens: 35 },
  }
  return JSON.stringify({ custom_id, response: { status_code: 200, body: response }, error: null })
}

function store(text: string): string {
  const id = `file_${randomUUID()}`
  files.set(id, text)
  return id
}

/** The file in the form of an upload. */
async function uploadedText(request: IncomingMessage): Promise<string> {
  const headers = { 'content-type': request.headers['content-type'] ?? '' }
  const file = (await new Response(await buffer(request), { headers }).formData()).get('file')
  return file instanceof File ? file.text() : ''
}

createServer(async (request, response) => {
  const answered = await answer(request)
  const refusal = { error: { message: `The stand-in has no ${request.method} ${request.url}.` } }
  response.writeHead(answered === null ? 404 : 200, { 'content-type': 'application/json' })
  response.end(typeof answered === 'string' ? answered : JSON.stringify(answered ?? refusal))
})
  .once('error', ({ message }) => {
    console.error(`${message}. Set STAND_IN_PORT to a free port, here and in OPENAI_BASE_URL.`)
    process.exitCode = 1
  })
  .listen(Number(STAND_IN_PORT), '127.0.0.1', () =>
    console.log(`A stand-in for the batch API of OpenAI: http://127.0.0.1:${STAND_IN_PORT}/v1`),
  )
