import { type GraphQLObjectType, type GraphQLSchema, getNamedType, isUnionType } from 'graphql'

/** Mutations, and what is read of the object that each gives: `{ triggerRun: 'id status' }`. */
export type Answers = Readonly<Record<string, string>>

/**
 * The documents of mutations, each with its object, or the error that refuses it. `ofInput`: what is read of an error about the input.
 * @throws Error where the schema has no such mutation
 */
export function mutationDocuments(schema: GraphQLSchema, answers: Answers, ofInput = ''): string {
  const fields = schema.getMutationType()?.getFields()
  const documents = Object.entries(answers).map(([name, answer]) => {
    const type = getNamedType(fields?.[name]?.type)
    if (!isUnionType(type)) throw new Error(`The schema has no mutation ${name} that answers a union.`)
    const [success, ...errors] = type.getTypes().toSorted((a, b) => Number(isError(a)) - Number(isError(b)))
    const hasPath = ofInput !== '' && errors.some(({ name }) => name === 'InvalidInputError')
    const title = name.replace(/^./, (first) => first.toUpperCase())
    return `mutation ${title}($input: ${title}Input!) {
  ${name}(input: $input) {
    __typename
    ${answer === '' ? '' : `... on ${success?.name} { ${answer} }`}
    ${hasPath ? `... on InvalidInputError { ${ofInput} }` : ''}
    ... on Error { code message }
  }
}`
  })
  return documents.join('\n')
}

function isError(type: GraphQLObjectType): boolean {
  return type.getInterfaces().some(({ name }) => name === 'Error')
}
