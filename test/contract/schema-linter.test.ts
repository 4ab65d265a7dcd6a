import { join } from 'node:path'
import { ESLint } from 'eslint'
import { expect, test } from 'vitest'
import { root } from '../checks/run-command.ts'

const good = `"""Operations that read."""
type Query {
  """Things, newest first."""
  things(
    """Number of things."""
    first: Int
    """Position after which to read."""
    after: String
    """Number of things from the end."""
    last: Int
    """Position before which to read."""
    before: String
  ): ThingConnection
}

"""Page of things."""
type ThingConnection {
  """Things with their positions."""
  edges: [ThingEdge!]
  """Where the page stands."""
  pageInfo: PageInfo!
}

"""Thing at its position."""
type ThingEdge {
  """Position of the thing."""
  cursor: String!
  """The thing."""
  node: Thing
}

"""Something with a name."""
type Thing {
  """Name of the thing."""
  name: String
}

"""Where a page stands."""
type PageInfo {
  """Position of the last thing."""
  endCursor: String
  """Whether there are more."""
  hasNextPage: Boolean!
  """Whether there are earlier ones."""
  hasPreviousPage: Boolean!
  """Position of the first thing."""
  startCursor: String
}
`

test.each([
  ['a good schema', good, []],
  [
    'a field without a description',
    good.replace('  """Name of the thing."""\n', ''),
    ['require-description'],
  ],
  ['a field in another case', good.replace('  name:', '  full_name:'), ['naming-convention']],
  [
    'a type that nothing reaches',
    `${good}\n"""Lost."""\ntype Lost {\n  """Name."""\n  name: String\n}\n`,
    ['no-unreachable-types'],
  ],
  [
    'a connection without its page info',
    good.replace('  pageInfo: PageInfo!', '  page: PageInfo!'),
    ['relay-connection-types'],
  ],
  ['a connection without its arguments', good.replace('first: Int', 'count: Int'), ['relay-arguments']],
])('API-10 the linter judges %s', async (_, text, rules) => {
  const eslint = new ESLint({
    cwd: root,
    overrideConfigFile: join(root, 'test/checks/schema-linter.config.mjs'),
    overrideConfig: { languageOptions: { parserOptions: { graphQLConfig: { schema: text } } } },
  })
  const [result] = await eslint.lintText(text, { filePath: join(root, 'schema.graphql') })
  expect(result?.messages.map(({ ruleId }) => ruleId)).toEqual(rules.map((rule) => `@graphql-eslint/${rule}`))
})
