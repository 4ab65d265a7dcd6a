import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'graphql'
import { expect, test } from 'vitest'
import { documentText } from '../../src/client/operation.ts'
import { printDocument } from '../../src/client/print-document.ts'
import * as documents from '../../src/generated/client/graphql.ts'
import { RunResultDocument } from '../../src/generated/follower/graphql.ts'
import { root } from '../checks/run-command.ts'

const everything = `
  query Everything($a: [ID!]! = ["x"], $b: Input = { c: 1, d: [1.5, -2], e: null, f: RED, g: "q\\"\\n\\u00e9" } @on(v: true), $c: Boolean) @live {
    ... { one: field(a: $a, b: { c: $c }, d: """block "text" \\ here""") @skip(if: $c) @include(if: true) { ...Part @defer(label: "x") } }
    ... on Query @include(if: $c) { other(e: "") }
  }
  fragment Part on Node @on { __typename id }
  subscription { events }
  mutation Do { do }
`

test('LIB-1 a document is printed as it was written', () => {
  const files = ['examples/client/documents.graphql', 'src/client/documents.graphql']
  for (const text of [everything, ...files.map((file) => readFileSync(join(root, file), 'utf8'))]) {
    const document = parse(text, { noLocation: true })
    expect(withoutBlocks(parse(printDocument(document), { noLocation: true }))).toEqual(
      withoutBlocks(document),
    )
  }
  expect(documentText(documents.HomeDocument)).toMatch(/^query Home ?\{agents\(first:100\)\{/)
})

test('LIB-1 a text is sent as it is, and anything else than a document is refused', () => {
  expect(documentText('{ a }')).toBe('{ a }')
  expect(documentText(RunResultDocument)).toContain('query RunResult($id: ID!)')
  expect(() => documentText({})).toThrow(TypeError)
  expect(() => printDocument(parse('type A { a: Int }'))).toThrow('ObjectTypeDefinition')
})

/** A string in a block is the same string without one. */
function withoutBlocks(document: object): unknown {
  return JSON.parse(JSON.stringify(document, (key, value) => (key === 'block' ? undefined : value)))
}
