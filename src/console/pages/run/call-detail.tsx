import { useState } from 'react'
import { useQuery } from 'urql'
import {
  CallDetailDocument,
  CallTrafficDocument,
  type StepLiveFragment,
} from '../../../generated/console/graphql.ts'
import { useSession } from '../../data/session.ts'
import { Button } from '../../ui/button.tsx'
import { costOf, formatCount, formatDateTime, formatDuration, formatEnum } from '../../ui/format.ts'
import { toShown } from '../../ui/json-check.ts'
import { JsonView } from '../../ui/json-view.tsx'
import look from '../../ui/look.module.css'
import { Facts, Loading, Problem } from '../../ui/page.tsx'
import { Label } from '../../ui/status.tsx'
import { Unpriced } from '../../ui/unpriced.tsx'
import { ActionDetail } from './action-detail.tsx'
import styles from './detail.module.css'
import { StepDetail } from './step-detail.tsx'

/** A model call: its figures, the messages to the model and its answer, and the traffic as the provider had it. */
export function CallDetail(props: { readonly id: string; readonly step: StepLiveFragment | undefined }) {
  const { id, step } = props
  const [{ data, error }] = useQuery({ query: CallDetailDocument, variables: { id } })
  const [isRaw, setRaw] = useState(false)
  const { may } = useSession()
  const node = data?.node
  if (error) return <Problem error={error} />
  if (node?.__typename !== 'ModelCall') return <Loading />
  const { usageDetail: usage } = node
  return (
    <div className={`${look.stack} ${look.headed} ${styles.detail}`}>
      <h2>
        {node.model} <Label>{formatEnum(node.purpose)}</Label>
      </h2>
      <Problem error={node.error && `${node.error} (${node.errorCode})`} />
      <Facts
        of={{
          Provider: `${node.provider}${node.profile > 1 ? `, key ${node.profile}` : ''}`,
          Started: formatDateTime(node.startedAt),
          'First token': node.timeToFirstTokenMs != null && formatDuration(node.timeToFirstTokenMs),
          Duration: node.latencyMs != null && formatDuration(node.latencyMs),
          Attempt: node.attempt,
          'Ended by': node.finishReason,
          'Tokens in': `${formatCount(usage.inputTokens)}, ${formatCount(usage.cachedInputTokens)} of them cached`,
          'Tokens out': `${formatCount(usage.outputTokens)}, ${formatCount(usage.reasoningTokens)} of them reasoning`,
          Price: `${costOf(usage)}${node.pricedAs ? ` as ${node.pricedAs}` : ''}${node.estimated ? ', estimated' : ''}`,
        }}
      />
      <Unpriced calls={usage.unpricedCalls} />
      {isRaw ? (
        <Traffic id={id} />
      ) : (
        may('ADMIN') && (
          <div>
            <Button label="Show the HTTP request and response" size="small" onPress={() => setRaw(true)} />
          </div>
        )
      )}
      {node.action ? (
        // An action of a plan asks with a prompt of its own.
        <ActionDetail id={node.action.id} live={step?.actions.find(({ id }) => id === node.action?.id)} />
      ) : (
        step && <StepDetail id={step.id} step={step} />
      )}
    </div>
  )
}

function Traffic({ id }: { readonly id: string }) {
  const [{ data, error, fetching }] = useQuery({ query: CallTrafficDocument, variables: { id } })
  const node = data?.node
  if (error) return <Problem error={error} />
  if (fetching || node?.__typename !== 'ModelCall') return <Loading />
  if (!node.request && !node.response)
    return (
      <p className={look.soft}>
        The traffic of this call was not kept. RUNGRAPH_RETENTION_MODEL_TRAFFIC_DAYS sets for how long it is.
      </p>
    )
  return (
    <>
      {node.request && (
        <section aria-label="Request">
          <h3>
            {node.request.method} {node.request.path}
          </h3>
          <JsonView label="Request" value={toShown(node.request.body)} />
          {node.request.isTruncated && <CutNote bytes={node.request.bodyBytes} />}
        </section>
      )}
      {node.response && (
        <section aria-label="Response">
          <h3>HTTP {node.response.status}</h3>
          <JsonView label="Response" value={toShown(node.response.body)} />
          {node.response.isTruncated && <CutNote bytes={node.response.bodyBytes} />}
        </section>
      )}
    </>
  )
}

function CutNote({ bytes }: { readonly bytes: number }) {
  return <p className={look.soft}>Its end was not kept: it had {formatCount(bytes)} bytes.</p>
}
