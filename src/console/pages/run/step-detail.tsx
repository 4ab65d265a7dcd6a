import { useQuery } from 'urql'
import { StepDetailDocument, type StepLiveFragment } from '../../../generated/console/graphql.ts'
import { costOf, formatCount, formatDateTime, formatPercent } from '../../ui/format.ts'
import look from '../../ui/look.module.css'
import { ToolCall } from '../../ui/message.tsx'
import { Facts, Loading, Problem } from '../../ui/page.tsx'
import { Elapsed } from '../../ui/time.tsx'
import { SaidText, useAgain } from './action-detail.tsx'
import styles from './detail.module.css'
import { Saw } from './saw.tsx'

/** A step: what the model said, its judgement, and what the model saw. */
export function StepDetail(props: { readonly id: string; readonly step: StepLiveFragment | undefined }) {
  const { id, step } = props
  const [{ data, error }] = useQuery({
    query: StepDetailDocument,
    variables: { id },
    context: useAgain(step?.durationMs ?? null),
  })
  const node = data?.node
  if (error) return <Problem error={error} />
  if (node?.__typename !== 'Step') return <Loading />
  const { validation } = node
  const criteria = validation?.criteria ?? []
  return (
    <div className={`${look.stack} ${look.headed} ${styles.detail}`}>
      <h2>Step {node.number}</h2>
      <Facts
        of={{
          Started: formatDateTime(node.startedAt),
          Duration: <Elapsed since={node.startedAt} ms={node.durationMs} />,
          'Model calls': `${node.usage.requests}, ${formatCount(node.usage.totalTokens)} tokens, ${costOf(node.usage)}`,
          Progress: node.progress == null ? undefined : formatPercent(node.progress),
          Confidence: validation?.confidence
            ? `${formatPercent(validation.confidence.confidence)}: ${validation.confidence.reason}`
            : undefined,
        }}
      />
      <Problem error={node.error} />
      {criteria.length > 0 && (
        <section aria-label="Criteria">
          <h3>Criteria</h3>
          <ul className={`${look.list} ${styles.criteria}`}>
            {criteria.map(({ criterion, met, evidence }) => (
              <li key={criterion} data-met={met}>
                <strong>{met ? '✓' : '✗'}</strong> {criterion}
                <span>{evidence}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {node.reasoning && (
        <details className={look.fold}>
          <summary>Reasoning</summary>
          <div className={`${look.well} ${look.said}`}>{node.reasoning}</div>
        </details>
      )}
      {(node.text || node.toolCalls.length > 0) && (
        <section aria-label="What the model said">
          <h3>What the model said</h3>
          <div className={look.list}>
            {node.text && <SaidText label="What the model said" text={node.text} />}
            {node.toolCalls.map((call) => (
              <ToolCall key={call.callId} call={call} />
            ))}
          </div>
        </section>
      )}
      <Saw step={node} />
    </div>
  )
}
