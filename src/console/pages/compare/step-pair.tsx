import type { CompareRunsQuery } from '../../../generated/console/graphql.ts'
import { formatCount, formatDuration, formatEnum } from '../../ui/format.ts'
import { JsonView } from '../../ui/json-view.tsx'
import look from '../../ui/look.module.css'
import { ScrollRegion } from '../../ui/page.tsx'
import { Label, Status } from '../../ui/status.tsx'
import styles from './compare-page.module.css'

type StepDiff = NonNullable<CompareRunsQuery['runDiff']>['steps'][number]
type Step = NonNullable<StepDiff['a']>
type ActionDiff = StepDiff['actions'][number]

/** A step of both runs. Equal parts are folded. */
export function StepPair(props: { readonly step: StepDiff; readonly isFirstDifference: boolean }) {
  const { step, isFirstDifference } = props
  return (
    <details className={`${look.box} ${styles.step}`} open={!step.same} data-same={step.same}>
      <summary className={look.inline}>
        <h3>Step {step.number}</h3>
        {step.same ? (
          <Label tone="good">same</Label>
        ) : (
          step.differs.map((part) => (
            <Label key={part} tone="waiting">
              {formatEnum(part)}
            </Label>
          ))
        )}
        {isFirstDifference && <Label tone="bad">here they part</Label>}
      </summary>
      <div className={styles.pair}>
        <Side step={step.a} name="A" />
        <Side step={step.b} name="B" />
      </div>
      {step.actions.map((action) => (
        <ActionPair key={action.name} action={action} />
      ))}
    </details>
  )
}

function Side({ step, name }: { readonly step: Step | null | undefined; readonly name: string }) {
  if (!step) return <p className={look.notice}>{name} has no such step.</p>
  return (
    <div className={look.list}>
      <p className={look.soft}>
        {step.durationMs != null && `${formatDuration(step.durationMs)}, `}
        {formatCount(step.usage.totalTokens)} tokens
      </p>
      {step.text && (
        <ScrollRegion label={`Text of ${name}`} className={`${look.well} ${look.said} ${styles.text}`}>
          {step.text}
        </ScrollRegion>
      )}
      {step.error && <p className={look.bad}>{step.error}</p>}
    </div>
  )
}

function ActionPair({ action }: { readonly action: ActionDiff }) {
  return (
    <details className={`${look.box} ${styles.action}`} open={!action.same}>
      <summary className={look.inline}>
        <code>{action.name}</code>
        {action.same ? (
          <Label tone="good">same</Label>
        ) : (
          differences(action).map((text) => (
            <Label key={text} tone="waiting">
              {text}
            </Label>
          ))
        )}
      </summary>
      <div className={styles.pair}>
        <ActionSide action={action.a} name="A" />
        <ActionSide action={action.b} name="B" />
      </div>
    </details>
  )
}

function ActionSide({ action, name }: { readonly action: ActionDiff['a']; readonly name: string }) {
  if (!action) return <p className={look.notice}>{name} has no such action.</p>
  return (
    <div className={look.list}>
      <p>
        <Status of={action.status} /> {action.target}
      </p>
      <JsonView label={`Parameters of ${name}`} value={action.parameters} />
      {action.output != null && <JsonView label={`Output of ${name}`} value={action.output} />}
      {action.error && <p className={look.bad}>{action.error}</p>}
    </div>
  )
}

function differences({ sameParameters, sameOutput, sameStatus }: ActionDiff): readonly string[] {
  return [
    ...(sameParameters ? [] : ['Parameters']),
    ...(sameOutput ? [] : ['Output']),
    ...(sameStatus ? [] : ['Status']),
  ]
}
