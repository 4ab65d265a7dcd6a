import { connect, createServer, type Socket } from 'node:net'
import { listenOnLoopback } from './free-port.ts'
import { throughPort } from './through-port.ts'

/** A proxy on loopback to a database that can go silent with every connection open, as a broken network does. */
export interface SilentLine {
  /** The address of the database by this line. */
  readonly connectionString: string
  /** No byte passes any more, in either direction; new connections are taken, and are as silent. */
  silence(): void
  /** New connections pass again; the silent ones stay so for ever. */
  restore(): void
  /** Ends the silent connections for the server; who came by them hears nothing. */
  bury(): void
  close(): void
}

export async function openSilentLine(connectionString: string): Promise<SilentLine> {
  const { port } = new URL(connectionString)
  const sockets = new Set<Socket>()
  const fars = new Set<Socket>()
  let isSilent = false

  function pass(from: Socket, to: Socket): void {
    sockets.add(from)
    from.on('data', (bytes) => to.write(bytes))
    from.on('error', () => undefined) // 'close' follows
    from.once('close', () => {
      sockets.delete(from)
      // The other side must not notice it while the line is silent.
      if (!from.isPaused()) to.destroy()
    })
    if (isSilent) from.pause()
  }

  const server = createServer((near) => {
    const far = connect(Number(port), '127.0.0.1')
    fars.add(far)
    far.once('close', () => fars.delete(far))
    pass(near, far)
    pass(far, near)
  })
  return {
    connectionString: throughPort(connectionString, await listenOnLoopback(server)),
    silence: () => {
      isSilent = true
      for (const socket of sockets) socket.pause()
    },
    restore: () => {
      isSilent = false
    },
    bury: () => {
      for (const far of fars) if (far.isPaused()) far.destroy()
    },
    close: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
