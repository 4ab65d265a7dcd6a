import { type Duplex, duplexPair } from 'node:stream'

/** Both ends of a connection within the process. */
interface InMemoryConnection {
  /** For `http.Server.emit('connection')`. */
  readonly server: Duplex
  /** For `http.request({ createConnection })`. */
  readonly client: Duplex
}

/**
 * Connects a client of this process with an HTTP server of this process, without a port. It has only the properties of a socket that the
 * server reads: the address of its client and the time limit of silence.
 */
export function connectInMemory(remoteAddress: string | undefined): InMemoryConnection {
  const [client, duplex] = duplexPair()
  const server = Object.assign(duplex, { remoteAddress, ...silenceOf(duplex) })
  client.once('close', () => server.destroy())
  server.once('close', () => {
    // Data that was written to the end must still be read.
    if (!server.writableFinished) client.destroy(new Error('The server closed the connection.'))
  })
  // Either end receives the error through its request, or its response.
  for (const end of [client, server]) end.on('error', () => undefined)
  return { server, client }
}

/** `socket.setTimeout`: emits `timeout` when nothing was sent or received for so long; 0 ends that. */
function silenceOf(duplex: Duplex) {
  let timer: NodeJS.Timeout | null = null
  const stop = () => {
    if (timer) clearTimeout(timer)
    timer = null
  }
  duplex.once('close', stop)
  return {
    setTimeout(ms: number, listener?: () => void) {
      stop()
      if (listener) duplex.once('timeout', listener)
      // A client that reads makes the stream drain, and Node's server reads nothing meanwhile.
      if (ms > 0 && !duplex.destroyed) timer = setTimeout(() => duplex.emit('timeout'), ms).unref()
      if (timer) duplex.once('drain', () => timer?.refresh())
      return duplex
    },
  }
}
