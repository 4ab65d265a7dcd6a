import { describe, expect, test } from 'vitest'
import {
  type DeclaredChange,
  formOfDeclared,
  printRelease,
  promiseFaults,
  readDeclared,
  readRelease,
} from '../checks/schema-promise.ts'

const schema = `
type Query { run(id: ID!, first: Int = 20, ids: [ID]): Run @deprecated(reason: "Use node.") status: Status, result: Result }
interface Node { id: ID! }
type Run implements Node { id: ID!, input: String!, steps: Int!, tags: [String!] }
type Problem { code: String! }
interface Event { at: String! }
type Started implements Event { at: String! }
type Ended implements Event { at: String! }
type Subscription { ended(after: String): Event }
enum Status { QUEUED RUNNING }
union Result = Run | Problem
input Filter { status: Status }
input Page { size: Int = 20, order: String! = "newest" }
`
const release = { version: '0.3.1', schema }
const edited = (from: string | RegExp, to: string) => schema.replace(from, to)

describe('API-10 the promise to clients', () => {
  test('is kept by the same schema, and by additions', () => {
    const more = [
      edited('status: Status,', 'status: Status, agent(slug: String): Run,'),
      edited('RUNNING }', 'RUNNING WAITING }'),
      `${edited('union Result = Run | Problem', 'union Result = Run | Problem | Other')} type Other { code: String! }`,
      `input Page { size: Int = 20, order: String! = "newest", more: Int = 1 }${edited(/^input Page.*$/m, '')}`,
      edited('input Filter {', 'input Filter { search: String'),
      edited('status: Status,', 'status: Status!,'),
      edited('status: Status,', 'status: Status @deprecated(reason: "Use node."),'),
      edited('id: ID!, first', 'id: ID, first'),
    ]
    for (const current of [schema, ...more]) expect(promiseFaults(release, current, [])).toEqual([])
  })

  const breaks: readonly (readonly [string, string])[] = [
    ['a field that is gone', edited('input: String!,', '')],
    ['a field that may be null now', edited('input: String!', 'input: String')],
    ['a field of another type', edited('input: String!', 'input: Int!')],
    ['an argument that is gone', edited(', first: Int = 20', '')],
    ['an argument that is required now', edited('first: Int = 20', 'first: Int!')],
    ['another default', edited('first: Int = 20', 'first: Int = 50')],
    ['a value of an enum that is gone', edited('RUNNING }', '}')],
    ['a field of an input that is required now', edited('input Filter {', 'input Filter { search: String!')],
    ['a type that is gone', edited('input Filter { status: Status }', '')],
    ['a field of an input that is gone', edited('size: Int = 20,', '')],
    ['another default of a field of an input', edited('size: Int = 20', 'size: Int = 50')],
    ['a default of a field of an input that is gone', edited('size: Int = 20', 'size: Int')],
    ['a field of an input that is required without its default', edited(' = "newest"', '')],
    ['an input of which one field alone may be given', edited('input Filter {', 'input Filter @oneOf {')],
    ['a member of a union that is gone', edited('union Result = Run | Problem', 'union Result = Run')],
    ['an argument whose items may not be null now', edited('ids: [ID]', 'ids: [ID!]')],
    ['an item of a list that may be null now', edited('tags: [String!]', 'tags: [String]')],
    ['an interface that a type does not have any more', edited('Run implements Node', 'Run')],
    ['an event that is gone', edited('type Ended implements Event { at: String! }', '')],
    ['a subscription that is gone', edited('ended(after: String): Event', 'other: Event')],
  ]
  test.for(breaks)('is broken by %s', ([, current]) => {
    expect(promiseFaults(release, current, [])).toEqual([expect.stringMatching(/^Not declared: /)])
  })

  const gone = edited('input: String!,', '')
  const [fault = ''] = promiseFaults(release, gone, [])
  const declared: DeclaredChange = {
    change: fault.replace('Not declared: ', ''),
    why: 'Read `prompt` instead.',
    since: '0.4.0',
  }
  test('may be broken by a declared change, with a reason, for a later minor version', () => {
    expect(promiseFaults(release, gone, [declared])).toEqual([])
    expect(promiseFaults(release, gone, [{ ...declared, why: ' ' }])).toHaveLength(1)
    expect(promiseFaults(release, gone, [{ ...declared, since: '0.3.2' }])).toHaveLength(1)
    expect(
      promiseFaults({ ...release, version: '1.3.1' }, gone, [{ ...declared, since: '1.4.0' }]),
    ).toHaveLength(1)
    expect(promiseFaults({ ...release, version: '1.3.1' }, gone, [{ ...declared, since: '2.0.0' }])).toEqual(
      [],
    )
  })

  test('is not declared broken where it is not', () => {
    expect(promiseFaults(release, schema, [declared])).toEqual([`Declared, but not so: ${declared.change}`])
  })

  test.for([
    ['', 'is no JSON'],
    ['{}', 'expected array'],
    ['[{"change":"x","reason":"y","since":"0.4.0"}]', 'reason'],
    ['[{"change":"x","why":"y","since":"next"}]', 'since'],
  ] as const)('is told in words where it is declared in another form: %s', ([text, words]) => {
    expect(() => readDeclared(text)).toThrow(words)
    expect(() => readDeclared(text)).toThrow('docs/breaking-changes.json is a list of such entries')
  })

  test('takes a declaration of the form that it shows', () => {
    const form = formOfDeclared(declared.change)
    expect(readDeclared(form.slice(form.indexOf('[')))).toMatchObject([{ change: declared.change }])
  })

  test('is written down with its version', () => {
    const described = printRelease({ ...release, schema: schema.replace('type Run', '"It runs." type Run') })
    expect(described).toBe(printRelease(release))
    const read = readRelease(described)
    expect(read.version).toBe(release.version)
    expect(promiseFaults(read, schema, [])).toEqual([])
    for (const [, current] of breaks)
      expect(promiseFaults(read, current, [])).toEqual(promiseFaults(release, current, []))
    expect(() => readRelease(schema)).toThrow('# Version')
  })
})
