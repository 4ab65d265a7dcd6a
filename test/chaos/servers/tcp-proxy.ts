import { connect, createServer, type Server, type Socket } from 'node:net'
import { listenOnLoopback } from '../../support/free-port.ts'

/** A network between two programs that can be cut, slowed down, or go silent with every connection open. */
export class TcpProxy {
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  #port = 0
  #targetPort: number
  #delayMs = 0
  #isCut = false
  #isSilent = false

  private constructor(targetPort: number) {
    this.#targetPort = targetPort
    this.#server = createServer((near) => this.#connect(near))
  }

  static async open(targetPort: number): Promise<TcpProxy> {
    const proxy = new TcpProxy(targetPort)
    proxy.#port = await listenOnLoopback(proxy.#server)
    return proxy
  }

  get port(): number {
    return this.#port
  }

  /** Breaks every connection and takes no new one. */
  cut(): void {
    this.#isCut = true
    for (const socket of this.#sockets) socket.destroy()
  }

  /** Leads every new connection to another program. */
  leadTo(targetPort: number): void {
    this.#targetPort = targetPort
  }

  /** Half-open: every connection stays, new ones are taken, and no byte passes. */
  silence(): void {
    this.#isSilent = true
    for (const socket of this.#sockets) socket.pause()
  }

  /** Delay of every byte, in each direction. */
  delay(ms: number): void {
    this.#delayMs = ms
  }

  /** As if nothing had been. */
  restore(): void {
    this.#delayMs = 0
    this.#isCut = false
    this.#isSilent = false
    for (const socket of this.#sockets) socket.resume()
  }

  close(): void {
    this.#server.close()
    this.cut()
  }

  #connect(near: Socket): void {
    if (this.#isCut) {
      near.destroy()
      return
    }
    const far = connect(this.#targetPort, '127.0.0.1')
    this.#join(near, far)
    this.#join(far, near)
  }

  #join(from: Socket, to: Socket): void {
    this.#sockets.add(from)
    from.setNoDelay(true)
    from.on('data', (bytes) => {
      if (this.#delayMs === 0) to.write(bytes)
      else setTimeout(() => to.write(bytes), this.#delayMs)
    })
    from.on('error', () => undefined) // 'close' follows
    from.once('close', () => {
      this.#sockets.delete(from)
      to.destroy()
    })
    if (this.#isSilent) from.pause()
  }
}
