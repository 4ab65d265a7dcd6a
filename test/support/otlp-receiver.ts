import { createServer, type IncomingHttpHeaders } from 'node:http'
import { listenOn } from '../../src/http/listen.ts'

type Value = string | number | boolean | readonly Value[]

/** A span as a receiver of OTLP reads it. */
export interface ReceivedSpan {
  readonly traceId: string
  readonly spanId: string
  /** Empty: it has none. */
  readonly parentSpanId: string
  readonly name: string
  readonly kind: 'INTERNAL' | 'SERVER' | 'CLIENT' | 'OTHER'
  readonly startMs: number
  readonly endMs: number
  readonly isError: boolean
  readonly attributes: Readonly<Record<string, Value>>
  readonly resource: Readonly<Record<string, Value>>
}

/** A real receiver of OTLP over HTTP, as protobuf. */
export interface OtlpReceiver {
  readonly url: string
  readonly spans: readonly ReceivedSpan[]
  /** Headers of each request. */
  readonly headers: readonly IncomingHttpHeaders[]
  readonly paths: readonly string[]
  close(): Promise<void>
}

export async function openOtlpReceiver(): Promise<OtlpReceiver> {
  const spans: ReceivedSpan[] = []
  const headers: IncomingHttpHeaders[] = []
  const paths: string[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      headers.push(request.headers)
      paths.push(request.url ?? '')
      spans.push(...toSpans(Buffer.concat(chunks)))
      response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end()
    })
  })
  const { url } = await listenOn(server, { host: '127.0.0.1', port: 0 })
  return {
    url,
    spans,
    headers,
    paths,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

// The rest reads the messages of opentelemetry-proto by the numbers of their fields.

function toSpans(body: Buffer): readonly ReceivedSpan[] {
  return messages(body, 1).flatMap((resourceSpans) => {
    const resource = attributesOf(messages(resourceSpans, 1)[0] ?? Buffer.alloc(0), 1)
    return messages(resourceSpans, 2).flatMap((scope) =>
      messages(scope, 2).map((span) => toSpan(span, resource)),
    )
  })
}

function toSpan(span: Buffer, resource: ReceivedSpan['resource']): ReceivedSpan {
  const hex = (field: number) => messages(span, field)[0]?.toString('hex') ?? ''
  const ms = (field: number) => Number((messages(span, field)[0]?.readBigUInt64LE() ?? 0n) / 1_000_000n)
  const [status] = messages(span, 15)
  const kinds = { 1: 'INTERNAL', 2: 'SERVER', 3: 'CLIENT' } as const
  const kind = number(span, 6)
  return {
    ...{ traceId: hex(1), spanId: hex(2), parentSpanId: hex(4), startMs: ms(7), endMs: ms(8), resource },
    name: messages(span, 5)[0]?.toString() ?? '',
    kind: kind === 1 || kind === 2 || kind === 3 ? kinds[kind] : 'OTHER',
    isError: status !== undefined && number(status, 3) === 2,
    attributes: attributesOf(span, 9),
  }
}

function attributesOf(message: Buffer, field: number): Readonly<Record<string, Value>> {
  const entries = messages(message, field).map((pair) => [
    messages(pair, 1)[0]?.toString() ?? '',
    toValue(messages(pair, 2)[0] ?? Buffer.alloc(0)),
  ])
  return Object.fromEntries(entries)
}

function toValue(any: Buffer): Value {
  const [field] = fieldsOf(any)
  switch (field?.number) {
    case 2:
      return field.varint === 1
    case 3:
      return field.varint
    case 4:
      return field.bytes.readDoubleLE()
    case 5:
      return messages(field.bytes, 1).map(toValue)
    default:
      return field?.bytes.toString() ?? ''
  }
}

interface Field {
  readonly number: number
  readonly varint: number
  readonly bytes: Buffer
}

function messages(message: Buffer, field: number): readonly Buffer[] {
  return fieldsOf(message).flatMap(({ number, bytes }) => (number === field ? [bytes] : []))
}

function number(message: Buffer, field: number): number {
  return fieldsOf(message).find(({ number }) => number === field)?.varint ?? 0
}

function fieldsOf(message: Buffer): readonly Field[] {
  const fields: Field[] = []
  let at = 0
  const varint = () => {
    let value = 0
    for (let shift = 0; ; shift += 7) {
      const byte = message.readUInt8(at++)
      value += (byte & 0x7f) * 2 ** shift
      if (byte < 0x80) return value
    }
  }
  const take = (length: number) => {
    const bytes = message.subarray(at, at + length)
    at += length
    return bytes
  }
  while (at < message.length) {
    const tag = varint()
    const type = tag % 8
    const fixed: Readonly<Record<number, number>> = { 1: 8, 5: 4 }
    const value = type === 0 ? varint() : 0
    const bytes = type === 0 ? Buffer.alloc(0) : take(fixed[type] ?? varint())
    fields.push({ number: Math.floor(tag / 8), varint: value, bytes })
  }
  return fields
}
