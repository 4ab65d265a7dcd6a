import { z } from 'zod'
import { actionMode, actionType } from './action.ts'
import { formatPath } from './format-issue.ts'
import { atOnce, mapSliced, type Sliced } from './in-slices.ts'
import { cleanText, isDeeper, isJsonObject, type Json, type JsonObject, toJson } from './json.ts'
import { somePathProblems } from './text/some-problems.ts'

/** Bounds of a plan. */
export const planLimits = {
  actions: 10_000,
  branches: 20,
  expressionLength: 1_000,
  retryAttempts: 10,
  /** Maximum nesting of a plan's JSON. Recursion through deeper values would overflow the stack at some thousands. */
  depth: 256,
} as const

const name = z.string().regex(/^[A-Za-z][\w-]{0,63}$/, {
  error: 'must begin with a letter and hold up to 64 letters, digits, _ and -',
})

/** Names that mean something else in an expression (DAG-7). */
export const reservedKeys: ReadonlySet<string> = new Set(
  `context results true false null in as break const continue else for function if import let loop package
   namespace return var void while bool bytes cel double dyn google int list map null_type optional string type uint`.split(
    /\s+/,
  ),
)

const outputKey = z
  .string()
  .regex(/^[A-Za-z_]\w{0,63}$/, {
    error: 'must begin with a letter or _ and hold up to 64 letters, digits and _',
  })
  .refine((key) => !reservedKeys.has(key), { error: 'is a reserved word: choose another key' })

const condition = z
  .string()
  .min(1)
  .max(planLimits.expressionLength)
  .describe('A CEL expression over context keys and `results.<action>.status | output | error`.')

const branch = z.strictObject({
  name,
  when: condition
    .nullable()
    .default(null)
    .describe('Taken when this holds. null: taken when none before it was, as the last branch.'),
})

const retry = z.strictObject({
  /** The first attempt included. */
  maxAttempts: z.int().min(1).max(planLimits.retryAttempts).default(3),
  /** Doubled before each further attempt: 2 s, 4 s, 8 s (DAG-10). */
  backoffMs: z.int().min(0).max(60_000).default(1_000),
})

const fields = {
  name,
  type: actionType,
  mode: actionMode
    .default('ASYNC')
    .describe(
      'ASYNC runs beside others. SYNC: what is listed after it waits until it has ended. FIRE_AND_FORGET: nothing waits for it, nothing may read its output.',
    ),
  target: z
    .string()
    .max(300)
    .default('')
    .describe('The name of the tool, agent, relic or workflow; for LLM and DECISION a model, or empty.'),
  parameters: z
    .record(z.string(), z.json())
    .default({})
    .describe(
      `What the target is given. "$key" or "$key.path[0]" is replaced by that value of the context, "\${key.path}" by its text inside a string; "$$" is a literal "$".`,
    ),
  dependsOn: z.array(name).max(planLimits.actions).default([]),
  waitForAll: z
    .boolean()
    .default(true)
    .describe('false: one successful dependency is enough, and it starts as soon as there is one.'),
  branch: z
    .string()
    .max(129)
    .nullable()
    .default(null)
    .describe('"decision/branch": runs only when that DECISION takes that branch.'),
  when: condition
    .nullable()
    .default(null)
    .describe('A CEL condition; the action is skipped when it is false.'),
  outputKey: outputKey.nullable().default(null).describe('The context key under which its output is kept.'),
  /** `null`: the run's limit (LIM-12). */
  timeoutMs: z
    .int()
    .min(1)
    .max(7 * 24 * 3_600_000)
    .nullable()
    .default(null),
  retry: retry.default({ maxAttempts: 3, backoffMs: 1_000 }),
  skipOnError: z
    .boolean()
    .default(false)
    .describe('true: if it fails, the actions that depend on it continue and read null.'),
  priority: z
    .int()
    .min(-1_000)
    .max(1_000)
    .default(0)
    .describe('Among actions that could start, the highest starts first.'),
  /** Keeps the result of equal type, target and parameters for so long (DAG-9). `null`: not at all. */
  cache: z
    .strictObject({ ttlMs: z.int().min(1) })
    .nullable()
    .default(null),
  outputSchema: z
    .record(z.string(), z.json())
    .nullable()
    .default(null)
    .describe('LLM only: a JSON Schema that the answer must fit.'),
  branches: z
    .array(branch)
    .max(planLimits.branches)
    .default([])
    .describe('DECISION only: with conditions, the first that holds is taken; with none, the model chooses.'),
}

const planned = z.strictObject(fields)

const options = {
  reasoning: z.string().nullable().default(null).describe('Why this plan.'),
  /** `null`: the run's limit (LIM-12), which is also the most that is given. */
  maxParallel: z.int().min(1).max(1_000).nullable().default(null),
  failFast: z
    .boolean()
    .default(false)
    .describe('true: the first failure cancels the rest, but for what was fired already.'),
  /** DAG-9: fewer at a time after failures, more again after successes. */
  dynamicParallelism: z.boolean().default(false),
}

/** A plan of actions (S1), the one declaration that a model's answer, a caller's plan and the stored JSON are checked by. */
const actionsSchema = z.array(planned).min(1).max(planLimits.actions)

export const planSchema = z.strictObject({ ...options, actions: actionsSchema })

/** A plan whose actions are not checked. */
const frameSchema = z.strictObject({
  ...options,
  actions: z.array(z.unknown()).min(1).max(planLimits.actions),
})

export type Plan = z.infer<typeof planSchema>
export type PlanAction = Plan['actions'][number]
export type RetrySettings = z.infer<typeof retry>

/** Problem of a plan, with its path and remedy. */
export interface PlanProblem {
  /** `actions[3].dependsOn[0]` */
  readonly path: string
  readonly problem: string
}

export type ParsedPlan =
  | { readonly ok: true; readonly plan: Plan }
  | { readonly ok: false; readonly problems: readonly PlanProblem[] }

/** A plan with its defaults filled in, or the problems of an invalid one. */
export function parsePlan(value: unknown): ParsedPlan {
  return atOnce(readPlan(value))
}

/** The same, action by action. */
export function* readPlan(value: unknown): Sliced<ParsedPlan> {
  if (isDeeper(value, planLimits.depth)) {
    return {
      ok: false,
      problems: [{ path: '', problem: `nests deeper than ${planLimits.depth}: make it flatter` }],
    }
  }
  yield
  const frame = frameSchema.safeParse(value, { error: errorMap })
  yield
  const actions = yield* mapSliced(actionsIn(value), (action) =>
    planned.safeParse(action, { error: errorMap }),
  )
  const parsed = actions.flatMap(({ data }) => data ?? [])
  if (frame.success && parsed.length === actions.length)
    return { ok: true, plan: { ...frame.data, actions: parsed } }
  const issues = [
    ...(frame.error?.issues ?? []),
    ...actions.flatMap(({ error }, index) =>
      (error?.issues ?? []).map(({ path, message }) => ({ path: ['actions', index, ...path], message })),
    ),
  ]
  // Problems of the plan as a whole come last.
  const ordered = issues.toSorted((a, b) => Number(a.path.length === 0) - Number(b.path.length === 0))
  const problems = ordered.map(({ path, message }) => ({ path: formatPath(path), problem: message }))
  return { ok: false, problems: somePathProblems(problems) }
}

function actionsIn(value: unknown): readonly unknown[] {
  const actions = isJsonObject(value) ? value.actions : null
  return Array.isArray(actions) ? actions : []
}

/** The plan as it is stored. */
export function* storedPlan({ actions, ...frame }: Plan): Sliced<JsonObject> {
  const { reasoning } = frame
  return {
    ...frame,
    reasoning: reasoning === null ? null : cleanText(reasoning),
    actions: yield* mapSliced(actions, toJson),
  }
}

/** The names of the fields are known here, and not to a caller who guessed one. */
const errorMap: z.core.$ZodErrorMap = (issue) => {
  if (issue.code !== 'unrecognized_keys' || !(issue.inst instanceof z.ZodObject)) return undefined
  const unknown = issue.keys.map((key) => `"${key}"`).join(', ')
  return `has no field ${unknown}; there are ${Object.keys(issue.inst.shape).join(', ')}`
}

/** The schema of a plan as models are given it: without the recursion of JSON itself, which some providers refuse. */
export const planJsonSchema: JsonObject = jsonObject(
  z.toJSONSchema(
    z.strictObject({
      ...options,
      actions: z
        .array(
          z.strictObject({
            ...fields,
            parameters: z
              .looseObject({})
              .default({})
              .describe(fields.parameters.description ?? ''),
            outputSchema: z
              .looseObject({})
              .nullable()
              .default(null)
              .describe(fields.outputSchema.description ?? ''),
          }),
        )
        .min(1),
    }),
    { io: 'input' },
  ),
)

function jsonObject(schema: unknown): JsonObject {
  const plain: Json = JSON.parse(JSON.stringify(schema))
  return isJsonObject(plain) ? plain : {}
}
