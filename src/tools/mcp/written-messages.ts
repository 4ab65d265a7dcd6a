import { ChildProcess } from 'node:child_process'
import {
  deserializeMessage,
  type JSONRPCMessage,
  ReadBuffer,
  STDIO_DEFAULT_MAX_BUFFER_SIZE,
  type Transport,
} from '@modelcontextprotocol/client'
import type { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { quoteLargeNumbers } from '../../domain/exact-numbers.ts'
import { normalizedText } from './normalized-message.ts'

const newline = 0x0a

/**
 * Messages of a server over stdio. The library reads them as numbers of JavaScript: one that those do not hold is passed on as the text of
 * its digits. Lines that are no JSON, such as a banner, are skipped, and told; a banner that does not end its line stands before a message.
 */
class WrittenMessages extends ReadBuffer {
  readonly #onSkipped: (line: string) => void
  #whole: Buffer[] = []
  #begun: Buffer[] = []
  #bytes = 0

  constructor(onSkipped: (line: string) => void) {
    super()
    this.#onSkipped = onSkipped
  }

  override append(chunk: Buffer): void {
    this.#bytes += chunk.length
    if (this.#bytes > STDIO_DEFAULT_MAX_BUFFER_SIZE) {
      this.clear()
      throw new Error(`The server wrote a message of more than ${STDIO_DEFAULT_MAX_BUFFER_SIZE} bytes`)
    }
    let from = 0
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, from)) {
      this.#whole.push(Buffer.concat([...this.#begun, chunk.subarray(from, end)]))
      this.#begun = []
      from = end + 1
    }
    if (from < chunk.length) this.#begun.push(chunk.subarray(from))
  }

  override readMessage(): JSONRPCMessage | null {
    for (let line = this.#whole.shift(); line; line = this.#whole.shift()) {
      this.#bytes -= line.length + 1
      const text = line.toString('utf8').replace(/^\uFEFF|\r$/g, '')
      const begins = text.startsWith('{')
        ? 0
        : Math.max(0, text.search(/\{\s*"(jsonrpc|id|method|result|error)"\s*:/))
      try {
        const message = deserializeMessage(normalizedText(quoteLargeNumbers(text.slice(begins))))
        this.#skip(text.slice(0, begins))
        return message
      } catch (error) {
        if (!(error instanceof SyntaxError)) throw error
        this.#skip(text)
      }
    }
    return null
  }

  #skip(text: string): void {
    if (text.trim() !== '') this.#onSkipped(text.trimEnd())
  }

  override clear(): void {
    this.#whole = []
    this.#begun = []
    this.#bytes = 0
  }
}

/** Makes a transport read messages so. It has no option for that: the buffer is a field of its own. */
export function readWrittenMessages(
  transport: StdioClientTransport,
  onSkipped: (line: string) => void,
): void {
  Reflect.set(transport, '_readBuffer', new WrittenMessages(onSkipped))
}

/** Of a process that lives on and writes no more, the library hears nothing. */
export function whenOutputEnds(transport: Transport, onEnd: () => void): void {
  const child: unknown = Reflect.get(transport, '_process')
  if (child instanceof ChildProcess) child.stdout?.once('end', onEnd)
}
