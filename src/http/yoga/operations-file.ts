import { GraphQLError, parse, validate } from 'graphql'
import { z } from 'zod'
import { messageOf, RungraphError } from '../../domain/errors.ts'
import { schema } from '../../graphql/schema.ts'
import { operationCost } from '../limits/operation-cost.ts'
import { limitExceeded, type OperationLimits, shapeExceeded } from '../limits/operation-limits.ts'
import { measureShape } from '../limits/operation-shape.ts'
import type { OperationManifest } from './persisted-operations.ts'

/** As GraphQL Code Generator and Relay write it: the documents by their ids. */
const byId = z.record(z.string().min(1), z.string())

/** As Apollo's generate-persisted-query-manifest writes it. */
const ofApollo = z.object({
  format: z.literal('apollo-persisted-query-manifest'),
  version: z.literal(1),
  operations: z.array(z.object({ id: z.string().min(1), body: z.string() })),
})

/**
 * Reads a manifest of operations, and checks that each is one that this server answers.
 * @throws OPERATIONS_FILE_INVALID with every problem, each with the id of its operation
 */
export function readManifest(path: string, text: string, limits: OperationLimits): OperationManifest {
  const manifest = toManifest(path, text)
  const problems = [...manifest].flatMap(([id, document]) =>
    problemsOf(document, limits).map((problem) => `${id}: ${problem}`),
  )
  if (manifest.size === 0) problems.push('it has no operations')
  if (problems.length > 0) throw new RungraphError('OPERATIONS_FILE_INVALID', { path, problems })
  return manifest
}

function toManifest(path: string, text: string): OperationManifest {
  const parsed = readJson(path, text)
  const apollo = ofApollo.safeParse(parsed)
  if (apollo.success) return new Map(apollo.data.operations.map(({ id, body }) => [id, body]))
  const plain = byId.safeParse(parsed)
  if (plain.success) return new Map(Object.entries(plain.data))
  const problem =
    'it must be a JSON object of documents by their ids, as GraphQL Code Generator writes it (`persistedDocuments`), or a manifest of Apollo'
  throw new RungraphError('OPERATIONS_FILE_INVALID', { path, problems: [problem] })
}

function readJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const problems = [`it is no JSON: ${messageOf(error)}`]
    throw new RungraphError('OPERATIONS_FILE_INVALID', { path, problems }, error)
  }
}

/** Its cost is that without variables: the cost with variables is only known when it is requested. */
function problemsOf(text: string, limits: OperationLimits): readonly string[] {
  try {
    const document = parse(text, { maxTokens: limits.tokens })
    const tooLarge = shapeExceeded(limits, measureShape(document))
    if (tooLarge.length > 0) return tooLarge.map(messageOf)
    const invalid = validate(schema, document)
    if (invalid.length > 0) return invalid.map(messageOf)
    const costly = limitExceeded(limits, 'cost', operationCost(schema, document))
    return costly === null ? [] : [costly.message]
  } catch (error) {
    if (error instanceof GraphQLError || error instanceof RangeError) return [messageOf(error)]
    throw error
  }
}
