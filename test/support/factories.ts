import { v7 as uuidv7 } from 'uuid'
import { agentDefinition } from '../../src/domain/agent.ts'
import { effectiveLimits } from '../../src/domain/limits.ts'
import type { EventData, EventType } from '../../src/domain/run-event.ts'
import { workflowDefinition } from '../../src/domain/workflow.ts'
import type { Prisma, PrismaClient } from '../../src/generated/prisma/client.ts'

type Fields<Row> = Partial<Row>

/** Fields of its run that a call of a model repeats. */
interface RunOfCall {
  readonly id: string
  readonly rootId: string
  readonly agentId: string
  readonly agentVersion: number
  readonly sessionId: string | null
  readonly createdAt: Date
}

/** Rows of one project, each with what it must have and whatever a test gives. */
export function createFactories(prisma: PrismaClient, projectId: string) {
  let made = 0
  const next = () => ++made
  const moment = () => new Date(Date.UTC(2026, 10, 1) + next() * 1_000)

  return {
    async agent(
      fields: Fields<Prisma.AgentUncheckedCreateInput> = {},
      definition: Record<string, unknown> = {},
    ) {
      const n = next()
      const data = {
        id: uuidv7(),
        projectId,
        slug: `agent-${n}`,
        name: `Agent ${n}`,
        version: 1,
        createdAt: moment(),
      }
      const agent = await prisma.agent.create({ data: { ...data, ...fields } })
      const checked = agentDefinition.parse({ name: agent.name, model: 'scripted/echo', ...definition })
      await prisma.agentVersion.create({
        data: { agentId: agent.id, version: agent.version, projectId, definition: checked },
      })
      return agent
    },

    session(fields: Fields<Prisma.SessionUncheckedCreateInput> = {}) {
      const data = { id: uuidv7(), projectId, key: `session-${next()}`, createdAt: moment() }
      return prisma.session.create({ data: { ...data, ...fields } })
    },

    run(agent: { id: string; version: number }, fields: Fields<Prisma.RunUncheckedCreateInput> = {}) {
      const id = fields.id ?? uuidv7()
      const limits = JSON.parse(JSON.stringify(effectiveLimits({}, {}, 0)))
      const data = {
        id,
        projectId,
        agentId: agent.id,
        agentVersion: agent.version,
        rootId: id,
        createdAt: moment(),
      }
      return prisma.run.create({ data: { ...data, input: 'Say hello.', effectiveLimits: limits, ...fields } })
    },

    step(run: { id: string }, number: number, fields: Fields<Prisma.StepUncheckedCreateInput> = {}) {
      const data = { id: uuidv7(), projectId, runId: run.id, number, startedAt: moment() }
      return prisma.step.create({ data: { ...data, ...fields } })
    },

    async action(
      step: { id: string; runId: string },
      fields: Fields<Prisma.ActionUncheckedCreateInput> = {},
    ) {
      const run = await prisma.run.findUniqueOrThrow({ where: { id: step.runId } })
      const position = fields.position ?? 0
      const data = {
        id: uuidv7(),
        projectId,
        runId: step.runId,
        stepId: step.id,
        position,
        name: `action-${position}`,
        runCreatedAt: run.createdAt,
      }
      const plan = { type: 'TOOL', mode: 'ASYNC', target: 'calculator', parameters: {}, wave: 0 } as const
      return prisma.action.create({ data: { ...data, ...plan, status: 'SUCCEEDED', ...fields } })
    },

    attempt(
      action: { id: string; runId: string },
      fields: Fields<Prisma.ActionAttemptUncheckedCreateInput> = {},
    ) {
      const at = { startedAt: moment(), completedAt: moment(), durationMs: 1 }
      const data = { actionId: action.id, number: 1, projectId, runId: action.runId, ...at }
      const tried = { target: 'calculator', parameters: {}, hash: uuidv7(), status: 'FAILED' } as const
      return prisma.actionAttempt.create({ data: { ...data, ...tried, ...fields } })
    },

    modelCall(
      run: RunOfCall,
      step: { id: string },
      fields: Fields<Prisma.ModelCallUncheckedCreateInput> = {},
    ) {
      const owner = { runId: run.id, rootId: run.rootId, sessionId: run.sessionId, stepId: step.id }
      const agent = { agentId: run.agentId, agentVersion: run.agentVersion }
      const call = {
        purpose: 'LOOP',
        provider: 'scripted',
        model: 'echo',
        attempt: 1,
        messageId: uuidv7(),
      } as const
      const used = { inputTokens: 10, outputTokens: 5, costUsd: '0.0003', priceVersion: 'test' }
      const at = { startedAt: moment(), runCreatedAt: run.createdAt }
      const data = { id: uuidv7(), projectId, ...owner, ...agent, ...call, ...used, ...at }
      return prisma.modelCall.create({ data: { ...data, ...fields } })
    },

    async gate(run: { id: string }, fields: Fields<Prisma.GateUncheckedCreateInput> = {}) {
      const { agentId } = await prisma.run.findUniqueOrThrow({ where: { id: run.id } })
      const data = {
        id: uuidv7(),
        projectId,
        ...{ runId: run.id, agentId },
        kind: 'ACTION_APPROVAL',
        reason: 'It is dear.',
        context: {
          ...{ kind: 'ACTION_APPROVAL', stepNumber: 1, action: 'pay', type: 'TOOL', target: 'pay' },
          arguments: {},
        },
      }
      return prisma.gate.create({ data: { ...data, createdAt: moment(), ...fields } })
    },

    webhook(fields: Fields<Prisma.WebhookUncheckedCreateInput> = {}) {
      const data = { id: uuidv7(), projectId, url: 'https://example.com/told', createdAt: moment() }
      return prisma.webhook.create({ data: { ...data, topics: ['RUN_COMPLETED'], ...fields } })
    },

    delivery(
      webhook: { id: string },
      run: { id: string; rootId: string; agentId: string },
      fields: Fields<Prisma.WebhookDeliveryUncheckedCreateInput> = {},
    ) {
      const { rootId, agentId } = run
      const about = { status: 'COMPLETED', terminationReason: 'FINAL_ANSWER', lastSeq: 7, gate: null }
      const facts = { ...about, rootId, agentId, parentId: null }
      const data = { id: uuidv7(), projectId, webhookId: webhook.id, runId: run.id, topic: 'RUN_COMPLETED' }
      const times = { nextAttemptAt: moment(), createdAt: moment() }
      return prisma.webhookDelivery.create({ data: { ...data, ...times, facts, ...fields } })
    },

    schedule(agent: { id: string }, fields: Fields<Prisma.ScheduleUncheckedCreateInput> = {}) {
      const data = { id: uuidv7(), projectId, agentId: agent.id, cron: '0 9 * * *', timeZone: 'UTC' }
      const times = { nextAt: moment(), createdAt: moment() }
      return prisma.schedule.create({ data: { ...data, input: 'Do it.', ...times, ...fields } })
    },

    dataSet(fields: Fields<Prisma.DataSetUncheckedCreateInput> = {}) {
      const slug = `set-${next()}`
      return prisma.dataSet.create({
        data: {
          id: uuidv7(),
          projectId,
          slug,
          name: slug,
          createdAt: moment(),
          updatedAt: moment(),
          ...fields,
        },
      })
    },

    item(dataSet: { id: string }, fields: Fields<Prisma.DataSetItemUncheckedCreateInput> = {}) {
      const position = next()
      const data = { id: uuidv7(), projectId, dataSetId: dataSet.id, key: `item-${position}`, position }
      const content = { input: 'Do it.', expectations: {}, addedIn: 1, createdAt: moment() }
      return prisma.dataSetItem.create({ data: { ...data, ...content, ...fields } })
    },

    evaluation(
      dataSet: { id: string; version: number },
      agent: { id: string; version: number },
      fields: Fields<Prisma.EvaluationUncheckedCreateInput> = {},
    ) {
      const of = { dataSetId: dataSet.id, dataSetVersion: dataSet.version }
      const by = { agentId: agent.id, agentVersion: agent.version, mode: 'MODELS', trials: 1 } as const
      const data = { id: uuidv7(), projectId, ...of, ...by, concurrency: 5, resultCount: 1 }
      return prisma.evaluation.create({
        data: { ...data, status: 'COMPLETED', createdAt: moment(), startedAt: moment(), ...fields },
      })
    },

    result(
      evaluation: { id: string },
      item: { id: string },
      fields: Fields<Prisma.EvaluationResultUncheckedCreateInput> = {},
    ) {
      const data = { id: uuidv7(), projectId, evaluationId: evaluation.id, itemId: item.id, trial: 1 }
      return prisma.evaluationResult.create({
        data: { ...data, position: next(), status: 'PASSED', score: 1, ...fields },
      })
    },

    policy(fields: Fields<Prisma.PolicyUncheckedCreateInput> = {}) {
      const data = { id: uuidv7(), projectId, permission: 'DENY', createdAt: moment() }
      return prisma.policy.create({ data: { ...data, ...fields } })
    },

    /** A workflow with versions 1 to `version`, all of the same definition. */
    async workflow(
      fields: Fields<Prisma.WorkflowUncheckedCreateInput> = {},
      definition: Record<string, unknown> = {},
    ) {
      const n = next()
      const plan = { actions: [{ name: 'look', type: 'TOOL', target: 'look', outputKey: 'seen' }] }
      const checked = workflowDefinition.parse({ name: `Workflow ${n}`, plan, ...definition })
      const data = {
        id: uuidv7(),
        projectId,
        slug: `workflow-${n}`,
        name: checked.name,
        version: 1,
        createdAt: moment(),
      }
      const workflow = await prisma.workflow.create({ data: { ...data, ...fields } })
      const stored = JSON.parse(JSON.stringify(checked))
      for (let version = 1; version <= workflow.version; version++)
        await prisma.workflowVersion.create({
          data: { workflowId: workflow.id, version, projectId, definition: stored, createdAt: moment() },
        })
      return workflow
    },

    /** Appends an event to the run's log. */
    async event<Type extends EventType>(
      run: { id: string },
      type: Type,
      data: EventData<Type>,
      stepNumber: number | null = null,
    ) {
      const { nextSeq, rootId } = await prisma.run.update({
        where: { id: run.id },
        data: { nextSeq: { increment: 1 } },
        select: { nextSeq: true, rootId: true },
      })
      const seq = Number(nextSeq) - 1
      const events = [{ place: 0, type, stepNumber, data: JSON.parse(JSON.stringify(data)) }]
      const numbers = { firstSeq: seq, lastSeq: seq }
      await prisma.eventSegment.create({
        data: { runId: run.id, ...numbers, rootId, projectId, at: moment(), epoch: 1, events },
      })
      return { runId: run.id, seq }
    },
  }
}
