import type { GateShownFragment } from '../../../generated/console/graphql.ts'
import { formatEnum, formatPercent } from '../../ui/format.ts'
import { JsonView } from '../../ui/json-view.tsx'
import look from '../../ui/look.module.css'
import { Meter } from '../../ui/meter.tsx'
import { Label } from '../../ui/status.tsx'
import { GatePlan } from './gate-plan.tsx'
import { useToolOfCall } from './use-tool-of-call.ts'

/** Subject of the decision, by the kind of the gate. */
export function GateSubject({ gate }: { readonly gate: GateShownFragment }) {
  const { context } = gate
  switch (context.__typename) {
    case 'CallContext':
      return (
        <section className={look.list} aria-label="The call">
          <CallHead gate={gate} />
          <JsonView label={`Arguments of ${context.target}`} value={context.arguments} />
        </section>
      )
    case 'PlanContext':
      return <GatePlan gate={gate} />
    case 'LowConfidenceContext':
      return (
        <section className={look.list} aria-label="How sure the agent is">
          {context.confidenceReason && <p>{context.confidenceReason}</p>}
          <Share name="Confidence" value={context.confidence} />
          <Share name="Progress" value={context.progress} />
        </section>
      )
    case 'IdenticalErrorsContext':
      return (
        <section className={look.list} aria-label="The error">
          <h3>
            {context.target} failed {context.count} times in a row
          </h3>
          <JsonView label="The error" value={context.error} />
          <Share name="Progress" value={context.progress} />
        </section>
      )
    case 'MonitorContext':
      return (
        <section className={look.list} aria-label="What the monitor saw">
          {context.escalation && <p>{formatEnum(context.escalation)}</p>}
          <Share name="Progress" value={context.progress} />
        </section>
      )
    default:
      return context satisfies never
  }
}

/** The type of a call, and what its tool is for and does. */
export function CallHead({ gate }: { readonly gate: GateShownFragment }) {
  const tool = useToolOfCall(gate)
  if (gate.context.__typename !== 'CallContext') return null
  return (
    <>
      <div className={look.row}>
        <h3>The call</h3>
        <Label>{formatEnum(gate.context.type)}</Label>
        {tool && <Label>{effects[tool.effect]}</Label>}
      </div>
      {tool && <p className={look.soft}>{tool.description}</p>}
    </>
  )
}

const effects = {
  READ: 'Changes nothing',
  IDEMPOTENT: 'Same effect if made twice',
  ONCE: 'Made at most once',
} as const

function Share({ name, value }: { readonly name: string; readonly value: number | null | undefined }) {
  if (value == null) return null
  return <Meter label={name} value={value} max={1} text={formatPercent(value)} isPlain />
}
