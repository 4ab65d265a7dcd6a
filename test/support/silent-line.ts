import { connect, createServer, type Socket } from 'node:net'
import { listenOnLoopback } from './free-port.ts'

/** A proxy on loopback to a server that can go silent with every connection open, as a broken network does. */
export interface SilentLine {
  readonly port: number
  /** No byte passes any more, in either direction; new connections are taken, and are as silent. */
  silence(): void
  /** New connections pass again; the silent ones stay so for ever. */
  restore(): void
  /** Ends the silent connections for the server; who came by them hears nothing. */
  bury(): void
  close(): void
}

export async function openSilentLine(target: { readonly port: number }): Promise<SilentLine> {
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
    const far = connect(target.port, '127.0.0.1')
    fars.add(far)
    far.once('close', () => fars.delete(far))
    pass(near, far)
    pass(far, near)
  })
  const port = await listenOnLoopback(server)
  return {
    port,
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
