import { createElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { hiddenIn, withEscapes } from '../../../src/console/text/hidden-characters.ts'
import { Fragment, jsx, jsxs } from '../../../src/console/text/jsx-runtime.ts'

describe('CON-4 characters that are not seen', () => {
  test('are found, each kind of them', () => {
    const hidden = [
      ...['\u202a', '\u202b', '\u202c', '\u202d', '\u202e', '\u2066', '\u2067', '\u2068', '\u2069'],
      ...['\u200b', '\u200c', '\u200d', '\u200e', '\u200f', '\u061c', '\u2060', '\ufeff', '\u00ad'],
      ...['\0', '\u0007', '\u001b', '\u007f', '\u0085', '\u009b', '\u2028', '\u2029', '\u3164', '\u180e'],
      ...['\u{e0001}', '\u{e0041}', '\ufe00', '\u{e0100}', '\ufff9'],
    ]
    expect(hidden.filter((each) => withEscapes(`a${each}b`) === `a${each}b`)).toEqual([])
    expect(withEscapes('a\u202e\u2066b')).toBe('a‹U+202E U+2066›b')
    expect(withEscapes('\u{e0041}'.repeat(100))).toMatch(/^‹U\+E0041 .* and 92 more›$/)
    expect(hiddenIn('a\u200bb\u200bc\u0007')).toBe('U+200B U+0007')
    expect(hiddenIn('a line\n\tand another\r\n')).toBeNull()
  })

  test('are not those that a script or an emoji needs', () => {
    for (const text of [
      ...['שלום, מה שלומך?', 'مرحبا 123', 'می\u200cخواهم', 'क्\u200dष', 'naïve – “quoted”', '日本'],
      ...['👩🏽\u200d💻', '❤\ufe0f', '👁\ufe0f\u200d🗨\ufe0f', '1\ufe0f⃣'],
    ])
      expect(withEscapes(text)).toBe(text)
  })

  test('are escapes wherever a component draws a text, and letters from right to left stay among themselves', () => {
    const chip = '<span data-escape="true">U+202E</span>'
    expect(drawn(jsx('p', { children: 'a\u202eb' }))).toBe(`<p>a${chip}b</p>`)
    expect(drawn(jsxs('p', { children: ['1 ', 'a\u202eb', jsx('b', { children: '\u202e' })] }))).toBe(
      `<p>1 a${chip}b<b>${chip}</b></p>`,
    )
    expect(drawn(jsxs(Fragment, { children: [['\u202e'], 'שלום', 1] }))).toBe(`${chip}<bdi>שלום</bdi>1`)
    expect(drawn(jsx('text', { children: 'a\u202e' }))).toBe('<text>a‹U+202E›</text>')
    expect(drawn(jsx('a', { title: '\u202ex', href: '\u202ex' }))).toContain('title="‹U+202E›x"')
    const Elsewhere = ({ children }: { readonly children?: ReactNode }) => createElement('i', null, children)
    expect(drawn(jsx(Elsewhere, { children: 'a\u202eb' }))).toBe('<i>a‹U+202E›b</i>')
  })

  test('change nothing where there are none', () => {
    const props = { children: ['plain', 1, null] }
    expect(jsxs('p', props).props).toBe(props)
  })
})

function drawn(node: ReactNode): string {
  return renderToStaticMarkup(node)
}
