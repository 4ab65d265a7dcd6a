/** Documents that ask for far too much, or for what cannot be. */

const many = (count: number, part: (nth: number) => string) =>
  Array.from({ length: count }, (_, nth) => part(nth)).join(' ')

/** Fragments of which each spreads the next one twice: thirty of them are a billion fields. */
const doubling = (count: number, spread: (next: string) => string) =>
  `${many(count, (nth) => `fragment F${nth} on Run { ${spread(`...F${nth + 1}`)} }`)} fragment F${count} on Run { id }`

export const hostileDocuments: Readonly<Record<string, string>> = {
  'nested a thousand levels deep': `{ run(id: "x") ${'{ parent '.repeat(1_000)} { id } ${'}'.repeat(1_000)} }`,
  'nested a hundred thousand levels deep': '{a'.repeat(100_000),
  'of inline fragments in inline fragments': `{ ${'... { '.repeat(1_200)} project { slug } ${'}'.repeat(1_200)} `,
  'of lists in lists': `{ node(id: ${'['.repeat(2_000)}1${']'.repeat(2_000)}) { id } }`,
  'of objects in objects': `mutation { triggerRun(input: { agent: "\u0000", input: "b", context: ${'{ a: '.repeat(1_100)}1${' }'.repeat(1_100)} }) { ... on Error { code } } }`,
  'a type of lists of lists': `query($a: ${'['.repeat(2_400)}Int${']'.repeat(2_400)}) { run(id: $a) { id } }`,
  'wide beyond what is read': `{ ${'__typename '.repeat(170_000)} }`,
  'of a thousand fields at the root': `{ ${many(1_000, (nth) => `a${nth}: runs { totalCount }`)} }`,
  'of a thousand aliases': `{ project { ${many(1_000, (nth) => `a${nth}: slug`)} } }`,
  'of a thousand directives on a field': `{ project { slug ${'@include(if: true) '.repeat(900)} } }`,
  'of a thousand unknown directives': `{ project { slug ${many(2_000, (nth) => `@d${nth}`)} } }`,
  'of a fragment that spreads itself': '{ ...A } fragment A on Query { project { slug } ...A }',
  'of two fragments that spread each other':
    '{ run(id: "x") { ...A } } fragment A on Run { parent { ...B } } fragment B on Run { root { ...A } }',
  'of five hundred fragments in a circle': `{ run(id: "x") { ...F0 } } ${many(500, (nth) => `fragment F${nth} on Run { parent { ...F${(nth + 1) % 500} } }`)}`,
  'of a billion aliases': `{ run(id: "x") { ...F0 } } ${doubling(30, (next) => `a: parent { ${next} } b: parent { ${next} }`)}`,
  'of a billion fields without an alias': `{ run(id: "x") { ...F0 } } ${doubling(18, (next) => `parent { ${next} } root { ${next} }`)}`,
  'of fragments that overlap': `{ run(id: "x") { ${many(300, (nth) => `...F${nth}`)} } } ${many(300, (nth) => `fragment F${nth} on Run { parent { root { a: ${nth % 2 === 0 ? 'id' : 'status'} } } }`)}`,
  'of fields that conflict': `{ ${many(1_000, () => 'project { a: slug a: id }')} }`,
  'of fragments that do not exist': `{ ${many(2_000, (nth) => `...F${nth}`)} }`,
  'of fields that do not exist': `{ ${many(4_000, (nth) => `f${nth}`)} }`,
  'of variables that nobody uses': `query(${many(1_000, (nth) => `$v${nth}: Int`)}) { project { slug } }`,
  'of a name of a megabyte': `{ ${'a'.repeat(1_000_000)} }`,
  'of a text of a megabyte in place of an id': `{ run(id: "${'a'.repeat(1_000_000)}") { id } }`,
  'of a comment of two megabytes': `#${' '.repeat(2_000_000)}`,
  'of a number of a hundred thousand digits': `{ runs(first: ${'9'.repeat(100_000)}) { totalCount } }`,
  'of pages in pages':
    '{ runs(first: 100) { edges { node { children(first: 100) { edges { node { children(first: 100) { edges { node { id } } } } } } } } } }',
  'of an introspection without end': `{ __schema { types { fields { type { fields { type { fields { type { fields { type { name } } } } } } } } } } }`,
  'of a hundred introspections': `{ ${many(100, (nth) => `a${nth}: __schema { types { name fields { name args { name type { name ofType { name } } } type { name ofType { name } } } } }`)} }`,
  'of a NUL': '{ project\u0000 { slug } }',
  'of characters that turn the line': '{ project\u202e { slug } }',
  'of half a character': '{ project { \ud83d } }',
  empty: '',
  'of nothing but a fragment': 'fragment A on Query { __typename }',
  'of a schema': 'type Query { a: Int }',
}
