import plugin from '@graphql-eslint/eslint-plugin'

/**
 * Holds schema.graphql to the conventions of GraphQL and of Relay: every rule of graphql-eslint for schemas, but for those that ask for
 * something else than this API promises. It is JavaScript, as the types of ESLint and of its plugin do not agree.
 */
export default [
  {
    files: ['**/*.graphql'],
    plugins: { '@graphql-eslint': plugin },
    languageOptions: {
      parser: plugin.parser,
      parserOptions: { graphQLConfig: { schema: 'schema.graphql' } },
    },
    rules: {
      ...plugin.configs['flat/schema-all'].rules,
      ...plugin.configs['flat/schema-relay'].rules,
      '@graphql-eslint/require-description': [
        'error',
        {
          types: true,
          DirectiveDefinition: true,
          FieldDefinition: true,
          InputValueDefinition: true,
          EnumValueDefinition: true,
        },
      ],
      // A list that is short by its nature, such as the gates of a run, is no connection. Relay lets the node of an edge be a value.
      '@graphql-eslint/relay-edge-types': [
        'error',
        { listTypeCanWrapOnlyEdgeType: false, shouldImplementNode: false },
      ],
      // The values of `RunEventType` are names of types: `type` says the same as `__typename`.
      '@graphql-eslint/naming-convention': [
        'error',
        {
          types: 'PascalCase',
          FieldDefinition: 'camelCase',
          InputValueDefinition: 'camelCase',
          Argument: 'camelCase',
          DirectiveDefinition: 'camelCase',
          'EnumTypeDefinition[name.value!="RunEventType"] > EnumValueDefinition': 'UPPER_CASE',
          'FieldDefinition[parent.name.value=Query]': {
            forbiddenPrefixes: ['query', 'get'],
            forbiddenSuffixes: ['Query'],
          },
          'FieldDefinition[parent.name.value=Mutation]': { forbiddenPrefixes: ['mutation'] },
          'FieldDefinition[parent.name.value=Subscription]': { forbiddenPrefixes: ['subscription'] },
        },
      ],
      // An object with an identity is a `Node`; a value, such as the usage of a call, has none.
      '@graphql-eslint/strict-id-in-types': 'off',
      // The schema stands in the order in which it is read: `id` first.
      '@graphql-eslint/alphabetize': 'off',
      // For APIs without mutations or subscriptions.
      '@graphql-eslint/no-root-type': 'off',
      // A mutation answers a union of its result and its errors, so it always answers something.
      '@graphql-eslint/require-nullable-result-in-root': 'off',
    },
  },
]
