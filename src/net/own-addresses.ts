import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import ipaddr from 'ipaddr.js'

/**
 * Addresses of this Rungraph, its database and its Redis. No tool, relic or webhook may reach them under any settings (TAS-8): every client
 * on the same machine is an administrator of a server without API keys.
 */
export interface OwnAddresses {
  /** Adds the place that a URL names, of HTTP, PostgreSQL or Redis; a name is resolved, and again from time to time. */
  add(url: string): void
  /** Whether a request to this host, a name or an address, would arrive there. */
  has(host: string, port: number): boolean
  /** Resolves when the added names have been resolved. */
  settled(): Promise<void>
}

interface OwnService {
  readonly host: string
  readonly port: number
  /** Addresses that the host is or resolves to; `null`: not known yet, so any address that is not public may be one. */
  addresses: readonly string[] | null
  resolvedAt: number
  resolving: Promise<void> | null
}

/** Time for which a resolved name is used, in milliseconds. */
const knownForMs = 60_000

const defaultPorts: Readonly<Record<string, number>> = {
  ...{ 'http:': 80, 'https:': 443, 'redis:': 6_379, 'rediss:': 6_379 },
  ...{ 'postgres:': 5_432, 'postgresql:': 5_432 },
}

type Resolve = (name: string) => Promise<readonly string[]>

export function createOwnAddresses(
  resolve: Resolve = resolveAll,
  now: () => number = Date.now,
): OwnAddresses {
  const services: OwnService[] = []

  function refresh(service: OwnService): void {
    if (isIP(service.host) !== 0 || isHereByName(service.host) || service.resolving) return
    if (service.addresses !== null && now() - service.resolvedAt < knownForMs) return
    service.resolving = resolve(service.host)
      .then((addresses) => {
        service.addresses = addresses.map(shortest)
        service.resolvedAt = now()
      })
      .catch(() => undefined) // what was known of it stays, and the next request asks again
      .finally(() => {
        service.resolving = null
      })
  }

  return {
    add(text) {
      const { hostname, port: explicitPort, protocol } = new URL(text)
      const port = Number(explicitPort) || (defaultPorts[protocol] ?? 0)
      const host = hostname
        .toLowerCase()
        .replace(/^\[|\]$/g, '')
        .replace(/\.+$/, '')
      const addresses = isIP(host) !== 0 ? [shortest(host)] : null
      const service: OwnService = { host, port, addresses, resolvedAt: 0, resolving: null }
      services.push(service)
      refresh(service)
    },
    has(host, port) {
      const there = services.filter((service) => service.port === port)
      for (const service of there) refresh(service)
      return there.some((service) => isAt(host, service))
    },
    settled: async () => {
      await Promise.all(services.map(({ resolving }) => resolving))
    },
  }
}

function isAt(host: string, { host: own, addresses }: OwnService): boolean {
  if (host === own) return true
  const isHere = isHereByName(own) || addresses?.some(isOfThisMachine) === true
  if (isIP(host) === 0) return isHere && isHereByName(host)
  if (isHere) return isOfThisMachine(host)
  return addresses?.includes(host) ?? ipaddr.process(host).range() !== 'unicast'
}

/** The machine by name: an empty one is a socket in its file system. */
function isHereByName(name: string): boolean {
  return (
    name === '' || name === 'localhost' || name === 'localhost.localdomain' || name.endsWith('.localhost')
  )
}

/** Loopback, "any" (which connects to loopback), and the addresses of its interfaces. */
function isOfThisMachine(address: string): boolean {
  const range = ipaddr.process(address).range()
  if (range === 'loopback' || range === 'unspecified') return true
  return Object.values(networkInterfaces())
    .flat()
    .some((one) => one !== undefined && shortest(one.address) === address)
}

function shortest(address: string): string {
  return ipaddr.isValid(address) ? ipaddr.process(address).toString() : address
}

async function resolveAll(name: string): Promise<readonly string[]> {
  return (await lookup(name, { all: true })).map(({ address }) => address)
}
