import { isIP } from 'node:net'
import { fc, test as property } from '@fast-check/vitest'
import { describe, expect, it } from 'vitest'
import { isRungraphError } from '../../src/domain/errors.ts'
import { type AddressRules, createAddressGuard, type Resolve } from '../../src/net/address-guard.ts'
import { propertyTrials } from '../support/trials.ts'
import { failureOf } from './call-tool.ts'

/** Answers each lookup with the next list of addresses, and counts. */
function resolverOf(...answers: readonly (readonly string[])[]) {
  const asked: string[] = []
  const resolve: Resolve = (name, _options, callback) => {
    const addresses = answers[asked.length] ?? []
    asked.push(name)
    callback(
      null,
      addresses.map((address) => ({ address, family: isIP(address) })),
    )
  }
  return { asked, resolve }
}

/** Addresses that a socket receives when it connects to this name. */
function lookUp(name: string, resolve: Resolve, rules: AddressRules = {}, all = true): Promise<unknown> {
  const guard = createAddressGuard(rules, resolve)
  return new Promise((settle, fail) => {
    guard.lookupAt(80)(name, { all }, (error, address) => (error ? fail(error) : settle(address)))
  })
}

function check(url: string, rules: AddressRules = {}): Promise<{ code: string; message: string }> {
  return failureOf(() => createAddressGuard(rules).check(new URL(url)))
}

const notPublic: readonly (readonly [host: string, range: string])[] = [
  ['127.0.0.1', 'loopback'],
  ['127.1', 'loopback'],
  ['2130706433', 'loopback'],
  ['0x7f000001', 'loopback'],
  ['0x7f.1', 'loopback'],
  ['0177.0.0.1', 'loopback'],
  ['127.0.0.1.', 'loopback'],
  ['127。0。0。1', 'loopback'],
  ['①②⑦.0.0.1', 'loopback'],
  ['%31%32%37.0.0.1', 'loopback'],
  ['localhost', 'loopback'],
  ['LOCALHOST.', 'loopback'],
  ['db.localhost', 'loopback'],
  ['localhost.localdomain', 'loopback'],
  ['[3fff::1]', 'reserved'],
  ['[::1]', 'loopback'],
  ['[0:0:0:0:0:0:0:1]', 'loopback'],
  ['[::ffff:127.0.0.1]', 'loopback'],
  ['[::ffff:7f00:1]', 'loopback'],
  ['[::127.0.0.1]', 'reserved'],
  ['[::ffff:0:127.0.0.1]', 'rfc6145'],
  ['[64:ff9b::127.0.0.1]', 'rfc6052'],
  ['[64:ff9b:1::a00:1]', 'rfc6052'],
  ['[2002:7f00:1::]', '6to4'],
  ['[2001:0:7f00:1::]', 'teredo'],
  ['0', 'unspecified'],
  ['0.0.0.0', 'unspecified'],
  ['[::]', 'unspecified'],
  ['10.0.0.1', 'private'],
  ['172.16.0.1', 'private'],
  ['172.31.255.255', 'private'],
  ['192.168.1.1', 'private'],
  ['192.168.257', 'private'],
  ['[::ffff:10.0.0.1]', 'private'],
  ['[fc00::1]', 'unique-local'],
  ['[fd12:3456::1]', 'unique-local'],
  ['[fec0::1]', 'deprecated-site-local'],
  ['169.254.169.254', 'link-local'],
  ['0xa9fea9fe', 'link-local'],
  ['[fe80::1]', 'link-local'],
  ['100.64.0.1', 'carrier-grade-nat'],
  ['100.127.255.255', 'carrier-grade-nat'],
  ['168.63.129.16', 'reserved'],
  ['192.0.0.192', 'reserved'],
  ['198.18.0.1', 'reserved'],
  ['240.0.0.1', 'reserved'],
  ['[2001:db8::1]', 'reserved'],
  ['[4000::1]', 'reserved'],
  ['224.0.0.1', 'multicast'],
  ['[ff02::1]', 'multicast'],
  ['255.255.255.255', 'broadcast'],
]

describe('the check of a URL', () => {
  it.each(notPublic)('TAS-6 refuses %s as %s', async (host, range) => {
    const { code, message } = await check(`http://${host}:8080/`)
    expect(code).toBe('TARGET_UNREACHABLE')
    expect(message).toMatch(/cannot be fetched: only public addresses are allowed, and /)
    expect(message).toContain(` is ${range}.`)
  })

  it.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '[2606:4700::1111]', '[::ffff:8.8.8.8]', 'example.com'])(
    'TAS-6 lets %s pass',
    (host) => {
      expect(() => createAddressGuard({}).check(new URL(`https://${host}/`))).not.toThrow()
    },
  )

  it.each(['file:///etc/hosts', 'ftp://example.com/', 'data:text/plain,hi', 'ws://example.com/'])(
    'TAS-6 refuses the scheme of %s',
    async (url) => {
      expect((await check(url)).message).toMatch(/: only http and https are allowed, not [a-z]+:\.$/)
    },
  )
})

describe('the spellings of a private address', () => {
  const octet = fc.integer({ min: 0, max: 255 })
  /** An address of each special range of IPv4. */
  const inside = fc
    .tuple(
      fc.constantFrom<readonly number[]>(
        ...[
          [10],
          [127],
          [0],
          [169, 254],
          [192, 168],
          [172, 16],
          [172, 31],
          [100, 64],
          [100, 127],
          [192, 0, 2],
        ],
        ...[[198, 18], [198, 51, 100], [203, 0, 113], [224], [239], [240], [255], [168, 63, 129, 16]],
      ),
      octet,
      octet,
      octet,
      octet,
    )
    .map(([start, ...rest]) => [...start, ...rest].slice(0, 4))
  const radix = fc.constantFrom(
    (value: number) => String(value),
    (value: number) => `0x${value.toString(16)}`,
    (value: number) => `0X${value.toString(16).toUpperCase()}`,
    (value: number) => `0x000${value.toString(16)}`,
    (value: number) => `0${value.toString(8)}`,
  )
  const disguise = fc.constantFrom(
    (text: string) => text,
    (text: string) => `${text}.`,
    (text: string) => text.replace(/[0-9]/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
    (text: string) => text.replace(/\./g, '。'),
    (text: string) => text.replace(/\./g, '％2E').normalize('NFKC'),
    (text: string) => text.replace(/[0-9a-zA-Z]/g, (char) => `%${char.charCodeAt(0).toString(16)}`),
    (text: string) => `\u00ad${text}`,
  )
  const numberOf = (bytes: readonly number[]) => bytes.reduce((sum, byte) => sum * 256 + byte, 0)
  /** `a.b.c.d`, `a.b.(c d)`, `a.(b c d)` or one number. */
  const parts = (bytes: readonly number[], count: number) => [
    ...bytes.slice(0, count - 1),
    numberOf(bytes.slice(count - 1)),
  ]
  const hex = (bytes: readonly number[]) => {
    const text = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')
    return `${text.slice(0, 4)}:${text.slice(4)}`
  }
  const asIpv6 = fc.constantFrom(
    (bytes: readonly number[]) => `::ffff:${bytes.join('.')}`,
    (bytes: readonly number[]) => `::ffff:${hex(bytes)}`,
    (bytes: readonly number[]) => `0:0:0:0:0:FFFF:${hex(bytes)}`,
    (bytes: readonly number[]) => `::${bytes.join('.')}`,
    (bytes: readonly number[]) => `::ffff:0:${hex(bytes)}`,
    (bytes: readonly number[]) => `64:ff9b::${bytes.join('.')}`,
    (bytes: readonly number[]) => `64:ff9b:1::${hex(bytes)}`,
    (bytes: readonly number[]) => `2002:${hex(bytes)}::1`,
    (bytes: readonly number[]) => `2001:0:4136:e378:8000:63bf:${hex(bytes.map((byte) => byte ^ 0xff))}`,
    (bytes: readonly number[]) => `fe80::5efe:${hex(bytes)}`,
  )

  /** Refused by us, or no URL at all. */
  function isRefused(href: string): boolean {
    const url = URL.parse(href)
    if (url === null) return true
    try {
      createAddressGuard({}).check(url)
      return false
    } catch (error) {
      return isRungraphError(error) && error.code === 'TARGET_UNREACHABLE'
    }
  }

  property.prop(
    [inside, fc.integer({ min: 1, max: 4 }), fc.array(radix, { minLength: 4, maxLength: 4 }), disguise],
    {
      ...propertyTrials(2000),
    },
  )('TAS-6 are all refused, of IPv4', (bytes, count, radices, hide) => {
    const host = parts(bytes, count)
      .map((part, index) => radices[index]?.(part) ?? '')
      .join('.')
    expect(isRefused(`http://${hide(host)}:8080/path`)).toBe(true)
    expect(isRefused(`http:\\\\${host}/`)).toBe(true)
    expect(isRefused(`https://example.com@${host}/`)).toBe(true)
  })

  property.prop([inside, asIpv6, fc.constantFrom('', '%25eth0', '%eth0')], propertyTrials(500))(
    'TAS-6 are all refused, of IPv4 within IPv6',
    (bytes, spell, zone) => {
      expect(isRefused(`http://[${spell(bytes)}${zone}]/`)).toBe(true)
      expect(isRefused(`http://[${spell(bytes).toUpperCase()}]:443/`)).toBe(true)
    },
  )

  property.prop([inside, asIpv6, fc.boolean()], propertyTrials(200))(
    'TAS-6 are all refused where a name leads to them',
    async (bytes, spell, isIpv6) => {
      const { resolve } = resolverOf(['8.8.8.8', isIpv6 ? spell(bytes) : bytes.join('.')])
      expect((await failureOf(() => lookUp('rebind.test', resolve))).code).toBe('TARGET_UNREACHABLE')
    },
  )

  it.each(['http://10.0.0.1@example.com/', 'http://example.com:pw@example.org/', 'http://:pw@example.com/'])(
    'TAS-6 do not come in through a user name: %s',
    async (url) => {
      const { message } = await check(url)
      expect(message).toMatch(
        /^example\.(com|org) cannot be fetched: a URL with a user name or password is not allowed\.$/,
      )
    },
  )

  it.each([
    'metadata.google.internal',
    'METADATA.google.internal.',
    'metadata',
    'metadata.goog',
    'instance-data',
  ])('TAS-6 do not come in as the name of a cloud: %s', async (host) => {
    expect((await check(`http://${host}/computeMetadata/v1/`)).message).toContain(
      "is a cloud's metadata service",
    )
  })
})

describe('the lists of hosts', () => {
  const rules = { allow: ['api.example.com', '*.example.org', '9.9.9.9'] }

  it.each(['api.example.com', 'API.Example.com.', 'a.example.org', 'a.b.example.org', '9.9.9.9', '9.9.2313'])(
    'TAS-6 allow %s',
    (host) => {
      expect(() => createAddressGuard(rules).check(new URL(`http://${host}/`))).not.toThrow()
    },
  )

  it.each([
    'example.com',
    'b.api.example.com',
    'example.org',
    'badexample.org',
    'example.org.evil.test',
    '8.8.8.8',
  ])('TAS-6 do not allow %s', async (host) => {
    expect((await check(`http://${host}/`, rules)).message).toMatch(/is not in the list of allowed hosts\.$/)
  })

  it('TAS-6 allow nothing where the list is empty', async () => {
    expect((await check('http://example.com/', { allow: [] })).code).toBe('TARGET_UNREACHABLE')
  })

  it('TAS-6 let private hosts pass in any spelling, and no other', async () => {
    const intranet = { allowPrivate: ['10.0.0.7', '[::1]', '*.intranet.test', 'localhost'] }
    for (const host of ['10.7', '[0:0::1]', 'wiki.intranet.test', 'LOCALHOST']) {
      expect(() => createAddressGuard(intranet).check(new URL(`http://${host}/`))).not.toThrow()
    }
    expect((await check('http://10.0.0.8/', intranet)).code).toBe('TARGET_UNREACHABLE')
  })

  it('TAS-6 do not allow a private host that only one of them holds', async () => {
    const { message } = await check('http://10.0.0.7/', {
      allow: ['example.com'],
      allowPrivate: ['10.0.0.7'],
    })
    expect(message).toContain('is not in the list of allowed hosts')
  })
})

describe('the lookup of a name', () => {
  it('TAS-6 gives the socket the addresses that it checked, and asks once', async () => {
    const { asked, resolve } = resolverOf(['8.8.8.8', '2606:4700::1111'], ['127.0.0.1'])
    expect(await lookUp('example.com', resolve)).toEqual([
      { address: '8.8.8.8', family: 4 },
      { address: '2606:4700::1111', family: 6 },
    ])
    expect(asked).toEqual(['example.com'])
  })

  it('gives one address to a socket that wants one', async () => {
    expect(await lookUp('example.com', resolverOf(['8.8.8.8']).resolve, {}, false)).toBe('8.8.8.8')
  })

  it('TAS-6 refuses a name whose answer has changed to a private address', async () => {
    const { resolve } = resolverOf(['8.8.8.8'], ['127.0.0.1'])
    await lookUp('rebind.test', resolve)
    const { code, message } = await failureOf(() => lookUp('rebind.test', resolve))
    expect(code).toBe('TARGET_UNREACHABLE')
    expect(message).toBe(
      'rebind.test cannot be fetched: only public addresses are allowed, and one of its addresses is not.',
    )
  })

  it.each(['::ffff:127.0.0.1', 'fe80::1%eth0', '169.254.169.254', '::7f00:1'])(
    'TAS-6 refuses a name where one of its addresses is %s',
    async (address) => {
      const { resolve } = resolverOf(['8.8.8.8', address])
      expect((await failureOf(() => lookUp('mixed.test', resolve))).code).toBe('TARGET_UNREACHABLE')
    },
  )

  it('TAS-6 gives a private host its private address', async () => {
    const { resolve } = resolverOf(['10.0.0.7'])
    const given = await lookUp('wiki.intranet.test', resolve, { allowPrivate: ['*.intranet.test'] })
    expect(given).toEqual([{ address: '10.0.0.7', family: 4 }])
  })

  it('refuses a name without addresses, and passes on why a name is unknown', async () => {
    expect((await failureOf(() => lookUp('empty.test', resolverOf([]).resolve))).message).toMatch(
      /no address\.$/,
    )
    const unknown: Resolve = (_name, _options, callback) => callback(new Error('ENOTFOUND'), [])
    await expect(lookUp('unknown.test', unknown)).rejects.toThrow('ENOTFOUND')
  })
})
