import {
  type ConstDirectiveNode,
  type DefinitionNode,
  type FieldDefinitionNode,
  Kind,
  lexicographicSortSchema,
  type ObjectTypeDefinitionNode,
  parse,
  print,
  printSchema,
  type TypeNode,
} from 'graphql'
import { builder } from '../builder.ts'
import { clientSchema } from '../client-schema.ts'
import { entityKinds } from './entities.ts'

/**
 * Not by @pothos/plugin-federation 4.4.2: it does not load with GraphQL 17 in ES modules, and it can leave no field out of the text.
 */
const Service = builder.objectRef<{ readonly sdl: string }>('_Service').implement({
  description: 'This API as a subgraph of a supergraph.',
  fields: (t) => ({
    sdl: t.exposeString('sdl', {
      description: 'Schema of the subgraph, with the directives of Apollo Federation 2.',
    }),
  }),
})

builder.queryField('_service', (t) =>
  t.field({
    type: Service,
    description: 'This API as a subgraph of a supergraph: what gateways compose.',
    resolve: () => ({ sdl: subgraphText() }),
  }),
)

let text: string | undefined

/** The schema as a subgraph gives it (API-47). */
function subgraphText(): string {
  if (text === undefined) {
    const { definitions } = parse(printSchema(lexicographicSortSchema(clientSchema())))
    text = `${link}\n\n${oneOf}\n\n${print({ kind: Kind.DOCUMENT, definitions: definitions.map(inSubgraph) })}\n`
  }
  return text
}

/** The version from which on Apollo's routers serve subscriptions. */
const link =
  'extend schema @link(url: "https://specs.apollo.dev/federation/v2.4", import: ["@key", "@shareable"])'

/** Composers know no directive of the GraphQL specification that is newer than they are. */
const oneOf = 'directive @oneOf on INPUT_OBJECT'

/** Objects of these types, or fields of the query, that every subgraph by Relay's rules has. */
const shared = { types: ['PageInfo'], fields: ['node', 'nodes'] }

/**
 * A field that leads back to the root of the queries is left out: through a gateway it would be the root of all subgraphs, which this one
 * cannot enter from within an object.
 */
function inSubgraph(node: DefinitionNode): DefinitionNode {
  if (node.kind !== Kind.OBJECT_TYPE_DEFINITION) return node
  const fields = (node.fields ?? []).filter(({ type }) => nameOf(type) !== 'Query')
  const isQuery = node.name.value === 'Query'
  return { ...node, directives: directivesOf(node), fields: isQuery ? fields.map(sharing) : fields }
}

function directivesOf({ name, directives = [] }: ObjectTypeDefinitionNode): readonly ConstDirectiveNode[] {
  const own: readonly ConstDirectiveNode[] = [
    ...entityKinds.filter((kind) => kind === name.value).map(() => key),
    ...shared.types.filter((type) => type === name.value).map(() => shareable),
  ]
  return [...directives, ...own]
}

function sharing(field: FieldDefinitionNode): FieldDefinitionNode {
  if (!shared.fields.includes(field.name.value)) return field
  return { ...field, directives: [...(field.directives ?? []), shareable] }
}

const shareable: ConstDirectiveNode = {
  kind: Kind.DIRECTIVE,
  name: { kind: Kind.NAME, value: 'shareable' },
}

const key: ConstDirectiveNode = {
  kind: Kind.DIRECTIVE,
  name: { kind: Kind.NAME, value: 'key' },
  arguments: [
    {
      kind: Kind.ARGUMENT,
      name: { kind: Kind.NAME, value: 'fields' },
      value: { kind: Kind.STRING, value: 'id' },
    },
  ],
}

function nameOf(type: TypeNode): string {
  return type.kind === Kind.NAMED_TYPE ? type.name.value : nameOf(type.type)
}
