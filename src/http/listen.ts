import { type AddressInfo, createServer, type Server } from 'node:net'
import { RungraphError } from '../domain/errors.ts'

export interface ListenAddress {
  readonly host: string
  /** 0 picks a free one. */
  readonly port: number
  /** The setting that says the port. Default `PORT`. */
  readonly setting?: string
}

/** Begins to listen; resolves with where. @throws PORT_IN_USE, HOST_UNUSABLE */
export async function listenOn(http: Server, address: ListenAddress): Promise<{ readonly url: string }> {
  await begin(http, address)
  return { url: urlOf(address.host, http) }
}

/**
 * Says that a port is taken before a start does any work, such as making a database or migrating one. Another process may still take
 * the port before `listenOn`. @throws PORT_IN_USE, HOST_UNUSABLE
 */
export async function checkFree(address: ListenAddress): Promise<void> {
  const server = createServer()
  await begin(server, address)
  await new Promise<void>((resolve) => server.close(() => resolve()))
}

function begin(http: Server, { host, port, setting = 'PORT' }: ListenAddress): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE')
        return reject(new RungraphError('PORT_IN_USE', { host, port, setting }, error))
      if (unavailableCodes.has(error.code)) return reject(new RungraphError('HOST_UNUSABLE', { host }, error))
      reject(error)
    }
    http.once('error', fail)
    http.listen({ port, host, backlog }, () => {
      http.off('error', fail)
      resolve()
    })
  })
}

/**
 * Connections that wait to be accepted, as far as the system allows (`net.core.somaxconn`). Beyond the 511 that Node has, a burst of event
 * streams would make others wait for seconds: the system drops their first packet, and they repeat it.
 */
const backlog = 4_096

/** This machine has no such address, or nobody knows the name. */
const unavailableCodes = new Set<string | undefined>(['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN'])

function urlOf(host: string, http: Server): string {
  // A server that listens on a TCP port has an address of this kind.
  const { port } = http.address() as AddressInfo
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
