import {
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLObjectType,
  getNamedType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isUnionType,
} from 'graphql'
import { describe, expect, test } from 'vitest'
import { leastRoles } from '../../src/graphql/authorization.ts'
import { schema } from '../../src/graphql/schema.ts'
import { forFile } from '../support/for-file.ts'
import { hastyClock } from '../support/hasty-clock.ts'
import { fillProject } from '../support/tenants/fill-project.ts'
import { createLeakFinder, createStranger, globalIdsOf, rowsOf } from '../support/tenants/foreign.ts'
import { type Sample, samplesOf, sentInParts } from '../support/tenants/mutation-samples.ts'
import { fieldsOf, harmlessValues, leavesOf, type SchemaField } from '../support/tenants/schema-walk.ts'
import { answerTo, openTenants, withAll } from '../support/tenants/two-tenants.ts'
import { trialsOf } from '../support/trials.ts'

type Mutation = GraphQLField<unknown, unknown>

const mutations: readonly Mutation[] = Object.values(schema.getMutationType()?.getFields() ?? {}).filter(
  ({ name }) => !sentInParts.has(name),
)
const names = Object.keys(leastRoles).filter((name) => !sentInParts.has(name))

let made = 0

/** Field of a sample that is removed where a place has a value: one of the two is given. */
const insteadOf = new Map([['addRunsToDataSet filter', 'runIds']])

/** A server that executes nothing, with two projects that have of everything. */
// A policy is saved when no process can hold what was before; here none decides by policies.
const tenants = forFile(await openTenants({ RUNGRAPH_ROLE: 'api' }, { clock: hastyClock(250) }))
const own = await tenants.createTenant('alphamark')
const { key } = own
const ours = await fillProject(tenants.prisma, own.project, 'alphamark')
const other = await tenants.createTenant('omegamark')
const others = await fillProject(tenants.prisma, other.project, 'omegamark')
/** Takes what is the other project's to what never existed. */
const stranger = await createStranger(tenants.pool, others)
const said = probesOf(() => true).flatMap(({ values }) => values)
const leaksIn = await createLeakFinder(tenants.pool, others, said)

function sampleOf(name: string, tenant = ours): Sample {
  const sample = samplesOf(tenant, () => ++made)[name]
  if (!sample) throw new Error(`${name} has no sample: give one in mutation-samples.ts.`)
  return sample()
}

describe('KEY-5 nothing of another project is reachable by writing', () => {
  test('its own a project may name in each mutation', async () => {
    const { key, project } = await tenants.createTenant('gammamark')
    const tenant = await fillProject(tenants.prisma, project, 'gammamark')
    expect(mutations.map(({ name }) => name).toSorted()).toEqual(names.toSorted())
    // In this order things are used before they are deleted.
    for (const name of names) {
      const mutation = mutations.find((field) => field.name === name)
      const answer = mutation && (await sendAll(mutation, [sampleOf(name, tenant)], key))
      expect(answer?.[0], name).not.toMatch(/"errors"|"NOT_FOUND"|"INVALID_ID"|"INVALID_INPUT"/)
    }
  })

  test('an object of another project is as unknown as one that never existed, and stays as it is', () =>
    watchingOthers(async () => {
      const probes = trialsOf(probesOf(namesObject))
      await withAll(probes, async (probe) => {
        // A filter that names what there is not matches nothing.
        for (const answer of await compare(probe))
          expect(answer, nameOf(probe)).toMatch(
            /"(NOT_FOUND|INVALID_ID)"|there is no agent|"matched":0|selects no run|updateProject of another project/,
          )
      })
    }))

  // Objects that one probe creates affect the next: in one order, so that it is the same for both. Where the last value stands, as in
  // a rating, it is neither's in the end.
  test('keys, slugs and names that another project has are free, and mean nothing of it', () =>
    watchingOthers(async () => {
      for (const probe of trialsOf(probesOf((field) => !namesObject(field)))) {
        await compare(probe)
        await sendAll(probe.mutation, [sampleOf(probe.mutation.name)])
      }
    }))
})

/** Does something that leaves the other project's rows byte for byte as they are. */
async function watchingOthers(work: () => Promise<void>): Promise<void> {
  const rows = await rowsOf(tenants.pool, others.project.id)
  await work()
  expect(await rowsOf(tenants.pool, others.project.id)).toEqual(rows)
}

/** A place of a mutation's input, with what somebody from outside could put there, as JSON. */
interface Probe {
  readonly mutation: Mutation
  readonly field: SchemaField
  readonly values: readonly string[]
}

/** Fields of a definition are probed where one is created: mutations that change one take the same. */
function probesOf(isMeant: (field: SchemaField) => boolean): readonly Probe[] {
  return mutations.flatMap((mutation) =>
    fieldsOf(mutation.args)
      .filter(({ path }) => !(path.includes('definition') && mutation.name.startsWith('update')))
      .filter((field) => harmlessValues(field.type) === null && isMeant(field))
      .map((field) => ({ mutation, field, values: valuesFor(mutation, field) })),
  )
}

function nameOf({ mutation, field }: Probe): string {
  return `${mutation.name} ${field.path.join('.')}`
}

/** The answers to what is another's, which are those to what never existed. */
async function compare({ mutation, field, values }: Probe): Promise<readonly string[]> {
  const what = nameOf({ mutation, field, values })
  const theirs = await sendAll(
    mutation,
    values.map((value) => probing(mutation, field, value)),
  )
  const nobodys = await sendAll(
    mutation,
    values.map((value) => probing(mutation, field, stranger(value))),
  )
  expect(
    theirs.map((answer) => outcomeOf(stranger(answer))),
    what,
  ).toEqual(nobodys.map(outcomeOf))
  expect(theirs.flatMap(leaksIn), what).toEqual([])
  return theirs
}

/** Values that somebody from outside could put there, as JSON. */
function valuesFor({ name }: Mutation, { path, type }: SchemaField): readonly string[] {
  const ids = globalIdsOf(others)
  const { agent, session, workflow, relic, museum } = others.rows
  const actions = [
    { name: 'ask', type: 'AGENT', target: agent.slug },
    { name: 'run', type: 'WORKFLOW', target: workflow.slug },
    { name: 'get', type: 'RELIC', target: `${relic.name}.get` },
  ]
  const names = [agent.slug, workflow.slug, session.key, museum.idempotencyKey]
  // Ids of the kind that its name contains, and of all other kinds.
  const kinds = Object.entries(ids).filter(([kind]) => name.toLowerCase().includes(kind.toLowerCase()))
  const named = kinds.length > 0 ? [...kinds.map(([, id]) => id), ids.Run] : Object.values(ids)
  const values = {
    ID: [...named, museum.id, agent.slug],
    JSON: [{ names, ids }, { actions }],
    // Of a definition nothing is an id.
    String: path.includes('definition') ? [agent.slug] : [...names, ids.Agent, ids.Workflow],
  }
  const of = new Map<string, readonly unknown[]>(Object.entries(values))
  return (of.get(getNamedType(type).name) ?? []).map((value) => JSON.stringify(value))
}

/** A place that names an object, by id, slug or key. */
function namesObject({ path, type }: SchemaField): boolean {
  return getNamedType(type).name === 'ID' || ['agent', 'workflow'].includes(path.at(-1) ?? '')
}

/** A sample with another value at a place. */
function probing({ name, args }: Mutation, { path }: SchemaField, json: string): Sample {
  const [input] = args
  if (!input) throw new Error(`${name} takes no input.`)
  const [, ...rest] = path
  const { [insteadOf.get(`${name} ${rest[0]}`) ?? '']: _, ...sample } = sampleOf(name)
  return Object(withValue(sample, input.type, rest, JSON.parse(json)))
}

function withValue(of: unknown, type: GraphQLInputType, path: readonly string[], value: unknown): unknown {
  if (isNonNullType(type)) return withValue(of, type.ofType, path, value)
  if (isListType(type)) return [withValue({}, type.ofType, path, value)]
  const [first, ...rest] = path
  if (first === undefined || !isInputObjectType(type)) return value
  const fields = Object.values(type.getFields())
  const field = fields.find(({ name }) => name === first)
  if (!field) throw new Error(`${type.name} has no ${first}.`)
  const given = new Map<string, unknown>(Object.entries(Object(of)))
  for (const { name, type: needed } of fields)
    if (isNonNullType(needed) && !given.has(name)) given.set(name, 'needed')
  return Object.fromEntries([...given, [first, withValue(given.get(first), field.type, rest, value)]])
}

/** The answers of one mutation to several inputs, sent together; one by one where an error is no result of it, and ends the operation. */
async function sendAll(
  { name, type, args }: Pick<Mutation, 'name' | 'type' | 'args'>,
  inputs: readonly Sample[],
  by = key,
): Promise<readonly string[]> {
  const members = unionOf(type)
  const done = members.find((member) => !member.getInterfaces().some((one) => one.name === 'Error'))
  const shown = done ? `... on ${done.name} { ${leavesOf(done)} }` : ''
  const fields = inputs.map(
    (_, field) =>
      `a${field}: ${name}(input: $i${field}) { __typename ${shown} ... on Error { code message } }`,
  )
  const heads = inputs.map((_, field) => `$i${field}: ${String(args[0]?.type)}`)
  const query = `mutation (${heads.join(', ')}) { ${fields.join(' ')} }`
  const variables = Object.fromEntries(inputs.map((input, field) => [`i${field}`, input]))
  const answer = await answerTo({ url: tenants.url, key: by }, { query, variables })
  const { data, errors } = JSON.parse(answer)
  if (!errors) return inputs.map((_, field) => JSON.stringify(data[`a${field}`]))
  if (inputs.length === 1) return [answer]
  const each = await withAll(inputs, (input) => sendAll({ name, type, args }, [input], by))
  return each.flat()
}

function unionOf(type: Mutation['type']): readonly GraphQLObjectType[] {
  const named = getNamedType(type)
  if (!isUnionType(named)) throw new Error(`${String(type)} is no union of a result and errors.`)
  return named.getTypes()
}

/** Content of an answer for its caller, without values that are new each time. */
function outcomeOf(answer: string): unknown {
  const result = JSON.parse(answer)
  return 'code' in result || 'errors' in result ? result : result.__typename
}
