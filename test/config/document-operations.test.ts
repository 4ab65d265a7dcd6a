import { relative } from 'node:path'
import { parse, validate } from 'graphql'
import { expect, test } from 'vitest'
import { schema } from '../../src/graphql/schema.ts'
import { root } from '../checks/run-command.ts'
import { codeIn, documents, textOf } from '../support/document-code.ts'
import { deadLinks, linksIn } from '../support/document-links.ts'

const operations = documents.flatMap((path) =>
  codeIn(path, 'graphql').map((text) => ({ path, text, name: firstLine(text) })),
)

test.for(operations)('the GraphQL of $path is valid: $name', ({ text }) => {
  expect(validate(schema, parse(text)).map(({ message }) => message)).toEqual([])
})

test('the README shows GraphQL, and no two of its operations have one name', () => {
  const names = operations.filter(({ path }) => path === 'README.md').map(({ name }) => name)
  expect(names.length).toBeGreaterThan(5)
  expect(new Set(names).size).toBe(names.length)
})

test.for(documents)('the targets of links in %s exist, down to the heading', (path) => {
  expect(deadLinks(root, path)).toEqual([])
})

test('docs/README.md, the index, links to every page of docs/', () => {
  const linked = linksIn(textOf('docs/README.md'))
  const pages = documents.filter((path) => path !== 'docs/README.md')
  expect(pages.filter((path) => !linked.includes(relative('docs', path)))).toEqual([])
})

const pagesForUsers = documents.filter((path) => /^docs\/[^/]+$/.test(path))

test('the pages for users are at most 25 with at most 40,000 words, so that each can be found and read', () => {
  expect(pagesForUsers.length).toBeLessThanOrEqual(25)
  expect(pagesForUsers.flatMap((path) => textOf(path).match(/\S+/g) ?? []).length).toBeLessThanOrEqual(40_000)
})

test.for(pagesForUsers)('the lines of %s have at most 100 characters, but for tables and code', (path) => {
  const lines = textOf(path)
    .replaceAll(/^ *```.*?^ *```$/gms, '')
    .split('\n')
  const isLong = (line: string) =>
    line.length > 100 && /^(?!\|).*\S \S/.test(line.replace(/^ *(?:[-*]|\d+\.) /, ''))
  expect(lines.filter(isLong)).toEqual([])
})

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? ''
}
