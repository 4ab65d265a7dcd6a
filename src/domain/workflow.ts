import { z } from 'zod'
import type { AgentDefinition } from './agent.ts'
import { about, strictObject } from './declared.ts'
import type { DefinitionStore } from './definition-store.ts'
import { isJsonObject, type Json, type JsonObject } from './json.ts'
import { slugPattern } from './object-key.ts'
import { type Plan, type PlanProblem, planSchema, reservedKeys } from './plan.ts'
import { fillTemplate, referencesOf } from './references.ts'
import type { Schemas } from './schemas.ts'

/**
 * Definition of a stored workflow. The stored JSON, the TypeScript type and the API's input are all checked by this declaration (DAG-8).
 */
export const workflowDefinition = strictObject('WorkflowDefinition', 'Definition of a workflow.', {
  name: about('Display name of the workflow. Default: its slug.', z.string().min(1).max(200)),
  description: about('Purpose of the workflow.', z.string().max(10_000).nullable().default(null)),
  parameters: about(
    'JSON Schema of an object that holds the parameters. The plan refers to each property by its name. A parameter that is left out has the `default` of its schema, or is null.',
    z.record(z.string(), z.json()).default({}),
  ),
  plan: about('Plan of the workflow. `planSchema` is the schema of a plan.', planSchema),
  output: about(
    'Template of the output, such as `"$report"` or `{ "text": "$report.text" }`. Null stands for all outputs by their keys.',
    z.json().default(null),
  ),
  agent: about(
    'Slug of the agent that executes the workflow if `runWorkflow` names none.',
    z.string().regex(slugPattern, { error: 'must be the slug of an agent' }).nullable().default(null),
  ),
})

export type WorkflowDefinition = z.infer<typeof workflowDefinition>

/** One immutable state of a workflow. */
export interface WorkflowVersion {
  readonly workflowId: string
  readonly slug: string
  readonly version: number
  readonly definition: WorkflowDefinition
}

/** The rows of workflows and their immutable versions. */
export type WorkflowStore = DefinitionStore<WorkflowVersion, WorkflowDefinition>

/** The names of a workflow's parameters. */
export function parameterNames({ parameters }: Pick<WorkflowDefinition, 'parameters'>): readonly string[] {
  return isJsonObject(parameters.properties) ? Object.keys(parameters.properties) : []
}

/** Whether a workflow can have a parameter of a name: one that its schema names, or one that a rule of the schema admits. */
export function canBeParameter(name: string, definition: Pick<WorkflowDefinition, 'parameters'>): boolean {
  const { additionalProperties = false, patternProperties } = definition.parameters
  return (
    parameterNames(definition).includes(name) ||
    additionalProperties !== false ||
    patternProperties !== undefined
  )
}

const keyPattern = /^[A-Za-z_]\w{0,63}$/

/** Returns the problems that no single field shows: names that cannot be referred to, and references to nothing. */
export function definitionProblems({ parameters, plan, output }: WorkflowDefinition): readonly PlanProblem[] {
  const { type = 'object', properties = {} } = parameters
  if (type !== 'object')
    return [{ path: 'parameters', problem: 'must be the JSON Schema of an object, with `type` "object"' }]
  if (!isJsonObject(properties))
    return [{ path: 'parameters.properties', problem: 'must be an object with a schema for each parameter' }]
  const names = Object.keys(properties)
  const unfit = names.filter((name) => !keyPattern.test(name) || reservedKeys.has(name))
  const known = new Set([...names, ...outputKeys(plan)])
  const unknown = referencesOf({ output }).filter((key) => !known.has(key))
  return [
    ...unfit.map((name) => ({
      path: 'parameters.properties',
      problem: `"${name}" cannot be referred to: a name begins with a letter or _, holds up to 64 letters, digits and _, and is no reserved word`,
    })),
    ...unknown.map((key) => ({
      path: 'output',
      problem: `"$${key}" can never exist: no parameter has this name, and no action that is waited for has this outputKey`,
    })),
  ]
}

/** The keys that a plan's actions write, each once, in plan order. */
function outputKeys({ actions }: Plan): readonly string[] {
  return [
    ...new Set(
      actions.flatMap(({ outputKey, mode }) =>
        outputKey === null || mode === 'FIRE_AND_FORGET' ? [] : [outputKey],
      ),
    ),
  ]
}

export type CheckedParameters =
  /** Initial context of the run. */
  | { readonly ok: true; readonly context: JsonObject }
  | { readonly ok: false; readonly problems: readonly string[] }

/**
 * Checks the parameters of a workflow against its schema. A parameter that is left out has the schema's `default`, or is null to the plan;
 * one that the schema does not name is refused, unless it has a rule for `additionalProperties`.
 */
export async function checkParameters(
  { definition }: Pick<WorkflowVersion, 'definition'>,
  supplied: Json,
  schemas: Pick<Schemas, 'check'>,
): Promise<CheckedParameters> {
  if (!isJsonObject(supplied)) return { ok: false, problems: ['must be an object'] }
  const { parameters } = definition
  const filled = { ...defaultsOf(parameters), ...supplied }
  const checked = await schemas.check({ additionalProperties: false, ...parameters, type: 'object' })(filled)
  if (!checked.ok) return checked
  const nothing = Object.fromEntries(parameterNames(definition).map((name) => [name, null]))
  return { ok: true, context: { ...nothing, ...filled } }
}

function defaultsOf({ properties }: JsonObject): JsonObject {
  const schemas = isJsonObject(properties) ? Object.entries(properties) : []
  return Object.fromEntries(
    schemas.flatMap(([name, schema]) => {
      const value = isJsonObject(schema) ? schema.default : undefined
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

/** Returns the result of a workflow whose plan has ended. Keys that no action wrote are null. */
export function workflowOutput(
  { output, plan }: Pick<WorkflowDefinition, 'output' | 'plan'>,
  context: JsonObject,
): Json {
  const template = output ?? Object.fromEntries(outputKeys(plan).map((key) => [key, `$${key}`]))
  return fillTemplate(template, (key) => (Object.hasOwn(context, key) ? context[key] : undefined))
}

/** An agent as it executes a workflow: with the given plan and nothing else, regardless of its own settings for plans. */
export function asWorkflow(definition: AgentDefinition): AgentDefinition {
  return {
    ...definition,
    planner: 'PLAN',
    protocolMode: 'STRICT',
    requireUserApproval: false,
    flowType: 'SINGLE',
    stages: [],
    loop: { ...definition.loop, exitCondition: null },
    failFast: false,
    dynamicParallelism: false,
    retryActions: true,
    outputSchema: null,
    acceptanceCriteria: [],
  }
}
