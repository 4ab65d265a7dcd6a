import { existsSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { parse, validate } from 'graphql'
import { expect, test } from 'vitest'
import { schema } from '../../src/graphql/schema.ts'
import { root } from '../checks/run-command.ts'
import { codeIn, documents, textOf } from '../support/document-code.ts'

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
  const broken = linksIn(textOf(path)).filter((link) => !leadsSomewhere(path, link))
  expect(broken).toEqual([])
})

test('docs/README.md, the index, links to every page of docs/', () => {
  const linked = linksIn(textOf('docs/README.md'))
  const pages = documents.filter((path) => path !== 'docs/README.md')
  expect(pages.filter((path) => !linked.includes(relative('docs', path)))).toEqual([])
})

function leadsSomewhere(from: string, link: string): boolean {
  const [file = '', anchor] = link.split('#')
  const path = file === '' ? from : join(dirname(from), file)
  if (!existsSync(join(root, path))) return false
  return anchor === undefined || anchorsIn(textOf(path)).includes(anchor)
}

function linksIn(markdown: string): readonly string[] {
  return [...withoutCode(markdown).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link = '']) => link)
    .filter((link) => !/^https?:/.test(link))
}

/** The anchors of headings, as the pages of repositories make them. */
function anchorsIn(markdown: string): readonly string[] {
  return [...withoutCode(markdown).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  )
}

function withoutCode(markdown: string): string {
  return markdown.replaceAll(/^```.*?^```$/gms, '')
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? ''
}
