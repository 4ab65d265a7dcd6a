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
 * its digits. Lines that are no JSON, such as a banner, are skipped, as the library does.
 */
class WrittenMessages extends ReadBuffer {
  #whole: Buffer[] = []
  #begun: Buffer[] = []
  #bytes = 0

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
      try {
        const text = line.toString('utf8').replace(/^\uFEFF|\r$/g, '')
        return deserializeMessage(normalizedText(quoteLargeNumbers(text)))
      } catch (error) {
        if (!(error instanceof SyntaxError)) throw error
      }
    }
    return null
  }

  override clear(): void {
    this.#whole = []
    this.#begun = []
    this.#bytes = 0
  }
}

/** Makes a transport read messages so. It has no option for that: the buffer is a field of its own. */
export function readWrittenMessages(transport: StdioClientTransport): void {
  Reflect.set(transport, '_readBuffer', new WrittenMessages())
}

/** Of a process that lives on and writes no more, the library hears nothing. */
export function whenOutputEnds(transport: Transport, onEnd: () => void): void {
  const child: unknown = Reflect.get(transport, '_process')
  if (child instanceof ChildProcess) child.stdout?.once('end', onEnd)
}
