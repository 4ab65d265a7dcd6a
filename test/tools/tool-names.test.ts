import { fc, test as property } from '@fast-check/vitest'
import { describe, expect, it } from 'vitest'
import { hideValues } from '../../src/tools/hide-values.ts'
import { nameTools, toPrefix, toToolName } from '../../src/tools/tool-names.ts'

describe('the names of tools from outside', () => {
  it.each([
    ['orders', 'orders'],
    ['my server', 'my_server'],
    ['@acme/shop.v2', 'acme_shop_v2'],
    ['a__b', 'a_b'],
    ['_x_', 'x'],
    ['7up', null],
    ['…', null],
    ['x'.repeat(33), null],
  ])('TAS-6 begin for %j with %j', (source, prefix) => {
    expect(toPrefix(source)).toBe(prefix)
  })

  property.prop([fc.string(), fc.string()])(
    'TAS-6 are such as every provider takes, or none',
    (source, name) => {
      const prefix = toPrefix(source)
      const whole = prefix === null ? null : toToolName(prefix, name)
      if (whole !== null) expect(whole).toMatch(/^[a-zA-Z][a-zA-Z0-9_-]{0,63}$/)
      // The first "__" tells whose tool it is.
      if (whole !== null) expect(whole.slice(0, whole.indexOf('__'))).toBe(prefix)
    },
  )

  property.prop([fc.uniqueArray(fc.string({ minLength: 1, maxLength: 100 }))])(
    'TAS-6 are unique, and a tool without one is reported',
    (originals) => {
      const { names, faults } = nameTools('a', originals)
      expect(new Set(names.values()).size).toBe(names.size)
      expect(names.size + faults.length).toBe(originals.length)
    },
  )

  it('TAS-6 of great length are cut, and stay apart', () => {
    const [first, second] = [`${'x'.repeat(80)}1`, `${'x'.repeat(80)}2`]
    const { names, faults } = nameTools('a', [first, second])
    expect(faults).toEqual([])
    expect(new Set(names.values()).size).toBe(2)
    for (const name of names.values()) expect(name).toHaveLength(64)
  })

  it.each([[['a.b', 'a_b']], [['a_b', 'a.b']]])(
    'TAS-6 go to the one that needs no cleaning, of %j',
    (originals) => {
      const { names, faults } = nameTools('s', originals)
      expect([...names]).toEqual([['a_b', 's__a_b']])
      expect(faults).toEqual(['"a.b" would be called s__a_b, as "a_b" is'])
    },
  )
})

describe('headers of the operator', () => {
  property.prop([fc.string({ minLength: 12, maxLength: 40, unit: 'binary' }), fc.string(), fc.string()])(
    'TAS-7 is taken out of texts, as it is, in JSON, and in URLs',
    (secret, before, after) => {
      const hide = hideValues([`Bearer ${secret}`])
      const written = [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret.toWellFormed())]
      for (const text of written) expect(hide(`${before}${text}${after}`)).toContain('[hidden]')
    },
  )

  it('TAS-7 is taken out behind its scheme, with the spaces that it has', () => {
    expect(hideValues(['Bearer my pass phrase'])('It is my pass phrase.')).toBe('It is [hidden].')
  })

  it('leaves short values, which stand in too much else', () => {
    expect(hideValues(['on', ''])('It is on.')).toBe('It is on.')
  })
})
