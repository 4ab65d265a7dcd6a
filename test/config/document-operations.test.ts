import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, validate } from 'graphql'
import { expect, test } from 'vitest'
import { schema } from '../../src/graphql/schema.ts'
import { root } from '../checks/run-command.ts'

const documents = ['README.md', ...globSync('docs/*.md', { cwd: root }).toSorted()]
const operations = documents.flatMap((path) =>
  operationsIn(readFileSync(join(root, path), 'utf8')).map((text) => ({ path, text, name: firstLine(text) })),
)

test.for(operations)('the GraphQL of $path is what the API takes: $name', ({ text }) => {
  expect(validate(schema, parse(text)).map(({ message }) => message)).toEqual([])
})

test('the README shows GraphQL, and no two of its operations have one name', () => {
  const names = operations.filter(({ path }) => path === 'README.md').map(({ name }) => name)
  expect(names.length).toBeGreaterThan(20)
  expect(new Set(names).size).toBe(names.length)
})

function operationsIn(markdown: string): readonly string[] {
  return [...markdown.matchAll(/^```graphql\n(.*?)^```$/gms)].map(([, text = '']) => text)
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? ''
}
