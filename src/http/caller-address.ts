import ipaddr from 'ipaddr.js'

/**
 * Under what a client without a key is counted: its IPv4 address, or the /64 of its IPv6 address, as whoever has one such address has
 * all of them.
 */
export function callerAddress(address = ''): string {
  // Nearly all of them, and the answer as it is.
  if (!address.includes(':')) return address
  const ip = ipaddr.process(address)
  if (ip.kind() === 'ipv4') return ip.toString()
  return `${ip.toByteArray().slice(0, 8).join('.')}::/64`
}
