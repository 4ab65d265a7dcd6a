import { createElement, isValidElement, type ReactNode } from 'react'
import { Fragment, jsx as reactJsx, jsxs as reactJsxs } from 'react/jsx-runtime'
import { escapeOf, splitHidden, withEscapes } from './hidden-characters.ts'

/**
 * The functions that JSX of the console calls (vite.config.ts puts them in the place of React's). Names, inputs, arguments, answers, logs
 * and errors come from outside, and nearly every component draws some of them. So what every text goes through makes them safe to read: a
 * hidden character is shown as its escape, and a text of letters that run from right to left does not reorder the text beside it.
 */
export const jsx: typeof reactJsx = (type, props, key) => reactJsx(type, legible(type, props), key)
export const jsxs: typeof reactJsxs = (type, props, key) => reactJsxs(type, legible(type, props), key)

/** What `npm run dev:console` calls. */
export const jsxDEV = (
  type: Parameters<typeof reactJsx>[0],
  props: unknown,
  key: string | undefined,
  isStatic: boolean,
) => (isStatic ? jsxs : jsx)(type, props, key)

export { Fragment }

/** Attributes that are read out or shown. */
const read = ['title', 'aria-label', 'alt', 'placeholder'] as const

/** Elements whose content is text alone. */
const textOnly = new Set<unknown>(['option', 'textarea', 'title', 'desc', 'text', 'tspan', 'style'])

function legible(type: unknown, props: unknown): unknown {
  if (typeof props !== 'object' || props === null) return props
  let changed: Record<string, unknown> | null = null
  const given = (name: string): unknown => Reflect.get(props, name)
  const set = (name: string, value: unknown) => {
    if (value === given(name)) return
    changed ??= { ...props }
    changed[name] = value
  }
  const isElement = typeof type === 'string'
  for (const name of read) {
    const value = given(name)
    // A component passes on what it is given, and an element of it escapes that.
    if (typeof value === 'string' && (isElement || name === 'aria-label')) set(name, withEscapes(value))
  }
  const takesElements = type === Fragment || (isElement && !textOnly.has(type))
  set('children', shown(given('children'), takesElements ? withChips : withEscapes))
  return changed ?? props
}

/** Children with their texts made legible; the same object where there is nothing to change. */
function shown(children: unknown, draw: (text: string, hasNeighbours: boolean) => unknown): unknown {
  if (typeof children === 'string') return draw(children, false)
  if (!Array.isArray(children)) return children
  const drawn = children.map((child: unknown, index) => {
    const now = typeof child === 'string' ? draw(child, children.length > 1) : shown(child, draw)
    return isValidElement(now) && now !== child ? createElement(Fragment, { key: `text ${index}` }, now) : now
  })
  return drawn.some((child, index) => child !== children[index]) ? drawn : children
}

const fromRight = /[\p{sc=Hebr}\p{sc=Arab}\p{sc=Syrc}\p{sc=Thaa}\p{sc=Nkoo}]/u

/** A text with a chip for what is hidden; isolated, where it has letters from right to left and others beside it. */
function withChips(text: string, hasNeighbours: boolean): ReactNode {
  const parts = splitHidden(text)
  const isolated = hasNeighbours && fromRight.test(text)
  if (parts.length === 1) return isolated ? createElement('bdi', null, text) : text
  return createElement(
    isolated ? 'bdi' : Fragment,
    null,
    ...parts.map((part, index) => (index % 2 === 0 ? part : chip(part))),
  )
}

function chip(characters: string) {
  return createElement('span', { 'data-escape': true }, escapeOf(characters))
}
