/** Bodies of a POST with JSON in them that is not what it should be. */

const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
const asking = (variables: string, query = '{ project { slug } }') =>
  `{"query":${JSON.stringify(query)},"variables":${variables}}`
const triggering = (parts: string) =>
  asking(
    `{"input":{"agent":"demo-chat",${parts}}}`,
    'mutation($input: TriggerRunInput!) { triggerRun(input: $input) { __typename ... on Run { id } ... on Error { code message } } }',
  )
const keys = (count: number) => `{${Array.from({ length: count }, (_, nth) => `"k${nth}":1`).join(',')}}`

export const hostileBodies: Readonly<Record<string, string | Buffer<ArrayBuffer>>> = {
  'three megabytes': asking(`{"a":"${'x'.repeat(3_000_000)}"}`),
  'an input of two megabytes': triggering(`"input":"${'x'.repeat(1_900_000)}"`),
  'a hundred and forty thousand keys': triggering(`"input":"x","context":${keys(140_000)}`),
  'half a million numbers': asking(
    `{"ids":[${'1,'.repeat(500_000)}1]}`,
    'query($ids: [ID!]!) { nodes(ids: $ids) { id } }',
  ),
  'ten thousand ids': asking(
    `{"ids":[${'"a",'.repeat(10_000)}"a"]}`,
    'query($ids: [ID!]!) { nodes(ids: $ids) { id } }',
  ),
  'variables of a depth of a hundred thousand': triggering(`"input":"x","context":${nested(100_000)}`),
  'variables of a depth of a thousand that nobody reads': asking(nested(1_000)),
  'lists of a depth of a hundred thousand': asking(`${'['.repeat(100_000)}${']'.repeat(100_000)}`),
  'a document in place of a request': nested(300_000),
  'variables that are a text': asking('"x"'),
  'variables that are a list': asking('[1]'),
  'variables of the wrong type': asking('{"n":{"a":1}}', 'query($n: Int) { runs(first: $n) { totalCount } }'),
  'a prototype in place of a query': '{"__proto__":{"query":"{ project { slug } }"}}',
  'a query that is a number': '{"query":1}',
  'a query that is missing': '{}',
  'an operation that is not there': '{"query":"query A { __typename }","operationName":"B"}',
  'a parameter that nobody knows, and no query': '{"surprise":"{ __typename }"}',
  'a text': '"{ __typename }"',
  nothing: '',
  null: 'null',
  'an end that is missing': '{"query":"{ __typename }"',
  'bytes that are no UTF-8': Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0xff, 0xfe, 0x22, 0x7d]),
  'a text that is no UTF-8': Buffer.concat([
    Buffer.from('{"query":"query($id: ID!) { run(id: $id) { id } }","variables":{"id":"'),
    Buffer.from([0xc3, 0x28]),
    Buffer.from('"}}'),
  ]),
  'UTF-16': Buffer.from('{"query":"{ __typename }"}', 'utf16le'),
  'a batch of a thousand': JSON.stringify(Array(1_000).fill({ query: '{ __typename }' })),
  'a batch of nothing': '[]',
  'a batch of what is none': '[1,null,"x",[],{}]',
  'a batch of batches': '[[{"query":"{ __typename }"}]]',
  'a NUL in an input': triggering('"input":"a\\u0000b"'),
  'half a character in an input': triggering('"input":"a\\ud800b"'),
  'a NUL in a key of an input': triggering('"input":"x","sessionKey":"\\u0000"'),
  'an unknown hash': '{"extensions":{"persistedQuery":{"version":1,"sha256Hash":"no"}}}',
  'a hash that is a list': '{"extensions":{"persistedQuery":{"sha256Hash":[1]}}}',
}
