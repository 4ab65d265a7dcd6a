/**
 * For NODE_OPTIONS=--import: a DNS with a hostile owner. Under these names a process receives other addresses than a moment ago, or a
 * private one beside a public one; all other names are looked up as ever.
 */
import dns from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'

/** Public by its number, and nobody's: what connects to it gets nowhere. */
const nobody = { address: '2d00::1', family: 6 }
const loopback = { address: '127.0.0.1', family: 4 }
let asked = 0

const lies = {
  'rebind.test': () => [asked++ % 2 === 0 ? nobody : loopback],
  'both.test': () => [nobody, loopback],
  'inside.test': () => [loopback],
}

const { lookup } = dns
dns.lookup = (name, ...rest) => {
  const lie = lies[name]
  if (lie === undefined) return lookup(name, ...rest)
  const callback = rest.at(-1)
  const options = typeof rest[0] === 'object' ? rest[0] : {}
  const addresses = lie()
  const [{ address, family }] = addresses
  setImmediate(() => (options.all ? callback(null, addresses) : callback(null, address, family)))
}
syncBuiltinESMExports()
