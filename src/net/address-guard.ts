import { type LookupAddress, type LookupAllOptions, lookup as systemLookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { Agent, Pool } from 'undici'
import { RungraphError } from '../domain/errors.ts'
import { parseHostPattern } from './host-pattern.ts'
import type { OwnAddresses } from './own-addresses.ts'

/**
 * Addresses that requests may reach. Each list contains patterns (src/net/host-pattern.ts): a host, an address or a range, at one port or at
 * any.
 */
export interface AddressRules {
  /** Absent: every host. Empty: none. */
  readonly allow?: readonly string[]
  /** Addresses that may be private or loopback; `allow` must contain them too. Default: none. */
  readonly allowPrivate?: readonly string[]
  /** Addresses of Rungraph itself, which are never reachable. Default: none. */
  readonly own?: Pick<OwnAddresses, 'has'>
}

/**
 * Keeps requests away from addresses that are not public, and from Rungraph itself (TAS-6). Both halves are needed: a socket looks up
 * no literal address, and a name says nothing about where it leads.
 */
export interface AddressGuard {
  /**
   * Checks the scheme, the host, the port and a literal address, before each request and each redirect. A `URL` holds an address in one
   * spelling: decimal, octal, hexadecimal, short, full-width and percent-encoded ones are all read by its parser.
   * @throws TARGET_UNREACHABLE
   */
  check(url: URL): void
  /** Resolves a name for the socket that connects to this port, so that the address that is checked is the one connected to. */
  lookupAt(port: number): LookupFunction
  /** Returns an agent that sends requests over such sockets and checks each origin, also after a redirect. The caller must destroy it. */
  agent(options?: Agent.Options): Agent
}

/** Resolves a name to all of its addresses; `dns.lookup` is one. */
export type Resolve = (
  name: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/** A guard for these rules. Redirects must be followed by hand, with a check of each. */
export function createAddressGuard(rules: AddressRules, resolve: Resolve = systemLookup): AddressGuard {
  const isAllowed = matcher(rules.allow ?? ['*'])
  const mayBePrivate = matcher(rules.allowPrivate ?? [])
  const isOwn = (host: string, port: number) => rules.own?.has(host, port) === true

  /**
   * One address that is not public, or is our own, is reason enough: we cannot choose which of them a socket takes. The refusal does not
   * name it: a model or another tenant reads it, and must not learn internal addresses.
   */
  function faultOf(name: string, port: number, addresses: readonly LookupAddress[]): RungraphError | null {
    const host = hostOf(name)
    if (isOwn(host, port)) return refusal(name, ownAddress)
    for (const { address } of addresses) {
      const known = ipaddr.isValid(address) ? ipaddr.process(address).toString() : address
      if (isIP(known) !== 0 && isOwn(known, port)) return refusal(name, ownAddress)
      const range = specialRange(address)
      if (range === null || mayBePrivate(host, port) || mayBePrivate(known, port)) continue
      return refusal(name, 'only public addresses are allowed, and one of its addresses is not')
    }
    return null
  }

  function lookupAt(port: number): LookupFunction {
    return (name, options, callback) => {
      resolve(name, { ...options, all: true }, (error, addresses) => {
        const fault = error ?? faultOf(name, port, addresses)
        const [first] = addresses ?? []
        if (fault || !first) callback(fault ?? refusal(name, 'it has no address'), [])
        else if (options.all) callback(null, addresses)
        else callback(null, first.address, first.family)
      })
    }
  }

  function check(url: URL): void {
    const host = hostOf(url.hostname)
    // Said without the URL, which holds the password; `http://example.com@10.0.0.7/` is also meant to mislead.
    if (url.username || url.password) {
      throw refusal(url.host, 'a URL with a user name or password is not allowed')
    }
    if (url.protocol !== 'http:' && url.protocol !== 'https:') {
      throw refusal(url.href, `only http and https are allowed, not ${url.protocol}`)
    }
    const port = portOf(url)
    if (!isAllowed(host, port))
      throw refusal(url.href, `the host ${host} is not in the list of allowed hosts`)
    if (isOwn(host, port)) throw refusal(url.href, ownAddress)
    if (mayBePrivate(host, port)) return
    const range = isIP(host) === 0 ? localName(host) : specialRange(host)
    if (range === null) return
    const reason = `only public addresses are allowed, and ${host} is ${range}`
    throw new RungraphError('TARGET_UNREACHABLE', { url: url.href, reason, isPrivate: true })
  }

  return {
    check,
    lookupAt,
    agent: (options) =>
      new Agent({
        ...options,
        factory: (origin, poolOptions) => {
          const url = new URL(origin)
          check(url)
          return new Pool(origin, { ...poolOptions, connect: { lookup: lookupAt(portOf(url)) } })
        },
      }),
  }
}

const ownAddress = 'it is an address of Rungraph itself, or of its database'

function portOf({ port, protocol }: URL): number {
  return Number(port) || (protocol === 'https:' ? 443 : 80)
}

function refusal(url: string, reason: string): RungraphError {
  return new RungraphError('TARGET_UNREACHABLE', { url, reason })
}

const publicIpv6 = ipaddr.IPv6.parseCIDR('2000::/3')
/** Public by its number; in Azure it is the host of the virtual machine. */
const azureHost = '168.63.129.16'

/** The name of the special range that an address lies in; `null` for a public one. */
function specialRange(address: string): string | null {
  if (!ipaddr.isValid(address)) return 'not understood'
  const ip = ipaddr.process(address)
  const range = ip.range()
  if (range !== 'unicast') return range.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  if (ip.toString() === azureHost) return 'reserved'
  // IPv4 written as `::7f00:1`, and addresses that no registry has assigned yet, have no range of their own.
  return ip.kind() === 'ipv6' && !ip.match(publicIpv6) ? 'reserved' : null
}

/** Clouds serve a machine's credentials under these names; they are refused before they are resolved. */
const metadataNames: readonly string[] = [
  ...['metadata', 'metadata.google.internal', 'metadata.goog', 'metadata.azure.internal'],
  ...[
    'instance-data',
    'instance-data.ec2.internal',
    'metadata.tencentyun.com',
    'metadata.platformequinix.com',
  ],
]

/** The address of a special-use name (RFC 6761). */
function localName(host: string): string | null {
  if (metadataNames.includes(host)) return "a cloud's metadata service"
  const isLocal = ['localhost', 'localhost.localdomain'].includes(host) || host.endsWith('.localhost')
  return isLocal ? 'loopback' : null
}

/** A host in one spelling: no brackets, no final dot, addresses in their shortest form. */
function hostOf(hostname: string): string {
  const host = hostname
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.+$/, '')
  return isIP(host) === 0 ? host : ipaddr.process(host).toString()
}

function matcher(texts: readonly string[]): (host: string, port: number) => boolean {
  const patterns = texts.flatMap((text) => {
    const pattern = parseHostPattern(text)
    return 'fault' in pattern ? [] : pattern
  })
  return (host, port) =>
    patterns.some(
      (pattern) =>
        (pattern.port === null || pattern.port === port) &&
        (isIP(host) === 0 ? pattern.matchesName(host) : pattern.matchesAddress(host)),
    )
}
