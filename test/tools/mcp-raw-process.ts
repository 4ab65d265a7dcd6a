/**
 * An MCP server over stdio that writes what it is told to, also what the protocol does not allow. The argument `answer` of a call, or else
 * ANSWER, is the answer to it, in which `$id` is that of the request; INSTEAD what it does in place of an answer to the call of `pay`.
 * BEGINNING is what it says of itself.
 */
import { closeSync } from 'node:fs'
import { createInterface } from 'node:readline'

const { ANSWER = '', INSTEAD, BEGINNING = '{}', BANNER = '' } = process.env

const read = { annotations: { readOnlyHint: true } }
const tools = [{ name: 'pay' }, { name: 'look', ...read }, { name: 'pid', ...read }]
const beginning = {
  protocolVersion: '2025-06-18',
  capabilities: { tools: {} },
  serverInfo: { name: 'raw', version: '1' },
}

/** A process that lives on. */
const life = setInterval(() => undefined, 60_000)

process.stdout.write(BANNER)
const lines = createInterface({ input: process.stdin })
lines.on('close', () => INSTEAD === undefined && clearInterval(life))
lines.on('line', (line) => {
  const { method, id, params } = JSON.parse(line)
  if (id === undefined) return
  if (method === 'initialize') write(id, { ...beginning, ...JSON.parse(BEGINNING) })
  else if (method === 'tools/list') write(id, { tools })
  else if (params?.name === 'pid') write(id, { content: String(process.pid) })
  else if (params?.name === 'pay' && INSTEAD === 'writes no more') process.stdout.end()
  else if (params?.name === 'pay' && INSTEAD === 'reads no more') stopReading()
  else if (method === 'tools/call') answer(id, params.arguments?.answer ?? ANSWER)
  else {
    const error = { code: -32_601, message: 'No.' }
    process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, error })}\n`)
  }
})

function write(id: string | number, result: object): void {
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`)
}

function answer(id: string | number, text: string): void {
  process.stdout.write(`${text.replaceAll('$id', String(id))}\n`)
}

function stopReading(): void {
  process.stdin.destroy()
  closeSync(0)
  console.error('Closed.')
}
