import type { Usage } from '../domain/usage.ts'
import type { CallPurpose as Purpose } from '../generated/prisma/client.ts'
import { Agent } from './agent.ts'
import { builder } from './builder.ts'
import { CallPurpose } from './model-call.ts'
import { Run } from './run.ts'
import { Session } from './session.ts'
import { UsageObject } from './usage.ts'

/** Model calls that agree in what they are grouped by; the rest is null. */
export interface UsageBucket {
  readonly agentId?: string | null
  readonly agentVersion?: number | null
  readonly sessionId?: string | null
  readonly model?: string | null
  readonly provider?: string | null
  readonly purpose?: Purpose | null
  readonly day?: string | null
  readonly runId?: string | null
  readonly usage: Usage
}

export const UsageBucketObject = builder.objectRef<UsageBucket>('UsageBucket').implement({
  description: 'What a group of model calls used. What they are not grouped by is null.',
  fields: (t) => ({
    agent: t.field({
      type: Agent,
      description: 'The agent that made them.',
      nullable: true,
      resolve: ({ agentId }) => (agentId == null ? null : { id: agentId }),
    }),
    agentVersion: t.exposeInt('agentVersion', { description: 'The version of that agent.', nullable: true }),
    session: t.field({
      type: Session,
      description: 'The conversation that they belong to; null too for those that belong to none.',
      nullable: true,
      resolve: ({ sessionId }) => (sessionId == null ? null : { id: sessionId }),
    }),
    model: t.exposeString('model', { description: "The provider's name of the model.", nullable: true }),
    provider: t.exposeString('provider', { description: 'The provider.', nullable: true }),
    purpose: t.expose('purpose', {
      type: CallPurpose,
      description: 'What the model was asked for.',
      nullable: true,
    }),
    day: t.exposeString('day', {
      description: 'The day on which they began, in UTC: `2026-11-21`.',
      nullable: true,
    }),
    run: t.field({
      type: Run,
      description: 'The run that made them.',
      nullable: true,
      resolve: ({ runId }) => (runId == null ? null : { id: runId }),
    }),
    usage: t.expose('usage', { type: UsageObject, description: 'What they used.' }),
  }),
})
