import { BlockList, isIP } from 'node:net'

/** Which hosts a list of the settings means, at which port of them; `null`: at any. */
export interface HostPattern {
  readonly matchesName: (name: string) => boolean
  /** Whether it matches an address in its shortest form, with IPv4 within IPv6 as IPv4. */
  readonly matchesAddress: (address: string) => boolean
  readonly port: number | null
}

type Parsed = HostPattern | { readonly fault: string }

const never = () => false

/**
 * Reads `example.com`, `*.example.com`, `192.0.2.7`, `10.0.0.0/8`, `2001:db8::1` or `*`, each also with a port: `example.com:443`,
 * `10.0.0.0/8:9000`, `[2001:db8::1]:443`, `*:443`. A fault includes the remedy.
 */
export function parseHostPattern(text: string): Parsed {
  const pattern = text.trim().toLowerCase().replace(/\.+$/, '')
  const [, scheme, rest = ''] = /^([a-z][a-z0-9+.-]*:\/\/)?(.*)$/.exec(pattern) ?? []
  if (scheme !== undefined)
    return { fault: `write it without ${scheme}: ${rest.split('/')[0] || 'example.com'}` }
  const { host, port } = splitPort(pattern)
  if (port !== null && !isPort(port)) return { fault: `a port is a number from 1 to 65535: ${host}:443` }
  const matched = matcherOf(host)
  return 'fault' in matched ? matched : { ...matched, port: port === null ? null : Number(port) }
}

function splitPort(pattern: string): { readonly host: string; readonly port: string | null } {
  const [, bracketed, bracketedPort = null] = /^\[(.*)\](?::(.*))?$/.exec(pattern) ?? []
  if (bracketed !== undefined) return { host: bracketed, port: bracketedPort }
  // More than one colon is an address of IPv6, whose port comes after brackets.
  const [host = '', port = null, ...more] = pattern.split(':')
  return more.length > 0 ? { host: pattern, port: null } : { host, port }
}

function isPort(text: string): boolean {
  return /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535
}

type Matcher = Pick<HostPattern, 'matchesName' | 'matchesAddress'>

function matcherOf(host: string): Matcher | { readonly fault: string } {
  if (host === '*') return { matchesName: () => true, matchesAddress: () => true }
  if (host.includes('/')) return matcherOfRange(host)
  if (isIP(host) !== 0) return { matchesName: never, matchesAddress: inRange(host, null) }
  if (host.includes(':')) return { fault: 'an address of IPv6 with a port is written in brackets: [::1]:443' }
  const suffix = host.startsWith('*.') ? host.slice(1) : null
  const labels = suffix === null ? host : suffix.slice(1)
  if (labels.includes('*')) return { fault: 'a star stands at the beginning alone: *.example.com' }
  if (/^[\d.]+$/.test(labels))
    return { fault: 'it is no whole address: 192.0.2.7, or 192.0.2.0/24 for a range' }
  if (!/^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/.test(labels))
    return {
      fault: 'write a host name or an address, without a path: example.com, *.example.com:443, 10.0.0.0/8',
    }
  const matchesName = (name: string) => (suffix === null ? name === host : name.endsWith(suffix))
  return { matchesName, matchesAddress: never }
}

function matcherOfRange(text: string): Matcher | { readonly fault: string } {
  const [address = '', prefix = '', ...more] = text.split('/')
  const family = isIP(address)
  const bits = family === 6 ? 128 : 32
  const isWhole = family !== 0 && more.length === 0 && /^\d{1,3}$/.test(prefix) && Number(prefix) <= bits
  if (!isWhole)
    return {
      fault:
        'a range is an address and the length of its prefix: 10.0.0.0/8 or fd00::/8; a path is no part of it',
    }
  return { matchesName: never, matchesAddress: inRange(address, Number(prefix)) }
}

function inRange(address: string, prefix: number | null): (other: string) => boolean {
  const list = new BlockList()
  const familyOf = (text: string) => (isIP(text) === 6 ? 'ipv6' : 'ipv4')
  if (prefix === null) list.addAddress(address, familyOf(address))
  else list.addSubnet(address, prefix, familyOf(address))
  return (other) => list.check(other, familyOf(other))
}
