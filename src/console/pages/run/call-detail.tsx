import { Link } from '@tanstack/react-router'
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
import { Empty, Facts, Loading, Problem, Unpriced } from '../../ui/page.tsx'
import { Label, Status } from '../../ui/status.tsx'
import { ActionDetail } from './action-detail.tsx'
import { CostParts } from './cost-parts.tsx'
import { type Cut, workerOf } from './cuts.ts'
import styles from './detail.module.css'
import { NothingThere } from './nothing-there.tsx'
import type { RunModel, RunOfPage, SpokenText } from './run-model.ts'
import { StepDetail } from './step-detail.tsx'
import { StreamedText } from './streamed-text.tsx'
import { lossText, takeoversOf } from './takeovers.ts'

/** A model call: its figures, the messages to the model and its answer, and the traffic as the provider had it. */
function CallDetail(props: {
  readonly id: string
  readonly runId: string | undefined
  readonly step: StepLiveFragment | undefined
}) {
  const { id, runId, step } = props
  const [{ data, error, fetching }] = useQuery({ query: CallDetailDocument, variables: { id } })
  const [isRaw, setRaw] = useState(false)
  const { may } = useSession()
  const node = data?.node
  if (error || node?.__typename !== 'ModelCall') return <NothingThere error={error} isLoading={fetching} />
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
          Speed: speedOf(node.latencyMs, node.timeToFirstTokenMs, usage.outputTokens),
          Attempt: node.attempt,
          'Ended by': node.finishReason,
          'Tokens in': `${formatCount(usage.inputTokens)}, ${formatCount(usage.cachedInputTokens)} of them cached`,
          'Tokens out': `${formatCount(usage.outputTokens)}, ${formatCount(usage.reasoningTokens)} of them reasoning`,
          Price: `${costOf(usage)}${node.pricedAs ? ` as ${node.pricedAs}` : ''}${node.pricing === 'BATCH' ? ', in a batch' : ''}${node.estimated ? ', estimated' : ''}`,
        }}
      />
      <CostParts parts={node.costParts} />
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
        <ActionDetail
          id={node.action.id}
          runId={runId}
          live={step?.actions.find(({ id }) => id === node.action?.id)}
        />
      ) : (
        step && <StepDetail id={step.id} step={step} />
      )}
    </div>
  )
}

/** How fast a model wrote, without the time until it began. Undefined where that is not known, or no time went by. */
function speedOf(latencyMs?: number | null, firstTokenMs?: number | null, tokens = 0): string | undefined {
  const ms = (latencyMs ?? 0) - (firstTokenMs ?? 0)
  return firstTokenMs == null || ms <= 0 || tokens === 0
    ? undefined
    : `${formatCount(Math.round((tokens / ms) * 1_000))} tokens per second`
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

type ModelOfDetail = Pick<RunModel, 'steps' | 'texts' | 'logged' | 'cuts'> & {
  readonly run: Pick<RunOfPage, 'id' | 'gates' | 'workerClaims'> | RunOfPage
}

/** The opened object beside the timeline, by the key of its row: `kind:id`. `model` is null while its run is not read. */
export function Detail({ of: key, model }: { readonly of: string; readonly model: ModelOfDetail | null }) {
  const at = key.indexOf(':')
  const [kind, id] = [key.slice(0, at), key.slice(at + 1)]
  const steps = [...(model?.steps.values() ?? [])]
  const runId = model?.run.id
  if (kind === 'step')
    return (
      <StepDetail id={id} step={steps.find((step) => step.id === id)} runId={runId} run={forkable(model)} />
    )
  if (kind === 'call')
    return (
      <CallDetail
        id={id}
        runId={runId}
        step={steps.find(({ modelCalls }) => modelCalls.some((call) => call.id === id))}
      />
    )
  if (kind === 'speaking') {
    const call = steps.flatMap(({ modelCalls }) => modelCalls).find(({ messageId }) => messageId === id)
    if (!call) return <SpeakingDetail said={model?.texts.get(id)} />
    return (
      <CallDetail
        id={call.id}
        runId={runId}
        step={steps.find(({ modelCalls }) => modelCalls.includes(call))}
      />
    )
  }
  if (kind === 'action' || kind === 'call-step' || kind === 'line') {
    // Of the step of a call, and of a line of its log, the call is shown.
    const [action = ''] = id.split(':')
    return (
      <ActionDetail
        id={action}
        runId={runId}
        live={steps.flatMap(({ actions }) => actions).find((each) => each.id === action)}
        logged={model?.logged.get(action)}
      />
    )
  }
  if ((kind === 'gate' || kind === 'takeover' || kind === 'cut') && !model) return <Loading />
  if (kind === 'cut' && model)
    return <CutDetail run={model.run} cut={model.cuts.all.find(({ messageId }) => messageId === id)} />
  if (kind === 'takeover' && model)
    return <TakeoverDetail run={model.run} at={Number(id.split(':').at(-1))} />
  if (kind === 'gate') return <GateDetail gate={model?.run.gates.find((gate) => gate.id === id)} />
  return <NothingThere />
}

/** The run of the page, if it can be continued from one of its steps: a workflow is executed as it stands. */
function forkable(model: ModelOfDetail | null): RunOfPage | undefined {
  const run = model?.run
  return run && 'workflow' in run && run.workflow == null ? run : undefined
}

/** A model call in progress: the text of the model so far. */
function SpeakingDetail({ said }: { readonly said: SpokenText | undefined }) {
  if (!said) return <Empty title="The model has said nothing yet." />
  return (
    <div className={`${look.stack} ${look.headed} ${styles.detail}`}>
      <h2>The model is answering</h2>
      {said.reasoning !== '' && (
        <StreamedText label="Reasoning" text={said.reasoning} isLive={said.answer === ''} />
      )}
      {said.answer !== '' && <StreamedText label="Answer" text={said.answer} isLive />}
    </div>
  )
}

/** That another worker took over the run at a moment, in milliseconds since 1970. */
function TakeoverDetail({ run, at }: { readonly run: ModelOfDetail['run']; readonly at: number }) {
  const takeover = takeoversOf(run).find((each) => each.at === at)
  if (!takeover) return <NothingThere />
  return (
    <div className={`${look.stack} ${look.headed} ${styles.detail}`}>
      <h2>Taken over</h2>
      <p>The run was taken over {takeover.text}.</p>
      <Facts of={{ Time: formatDateTime(at) }} />
      <Link
        className={look.underlined}
        to="/runs/$runId"
        params={{ runId: run.id }}
        search={{ tab: 'details' }}
      >
        The workers that had the run
      </Link>
    </div>
  )
}

/** A model call that broke off when its worker died. */
function CutDetail({ run, cut }: { readonly run: ModelOfDetail['run']; readonly cut: Cut | undefined }) {
  if (!cut) return <NothingThere />
  const worker = workerOf(cut, run)
  return (
    <div className={`${look.stack} ${look.headed} ${styles.detail}`}>
      <h2>Interrupted call</h2>
      <p>
        The worker died while the model answered. Its words were discarded, and the next worker asks again.
      </p>
      <Facts
        of={{
          Worker: worker?.name ?? undefined,
          'Taken over because': worker ? lossText(worker.lost) : undefined,
          'Last word': cut.lastWordAt && formatDateTime(cut.lastWordAt),
          Discarded: formatDateTime(cut.discardedAt),
          Message: <code>{cut.messageId}</code>,
        }}
      />
    </div>
  )
}

/** A gate of the run: its subject, and the decision. */
function GateDetail({ gate }: { readonly gate: RunOfPage['gates'][number] | undefined }) {
  if (!gate) return <NothingThere />
  return (
    <div className={`${look.stack} ${look.headed} ${styles.detail}`}>
      <h2>
        {formatEnum(gate.kind)} <Status of={gate.status} />
      </h2>
      <p>{gate.reason}</p>
      <Facts
        of={{
          Opened: formatDateTime(gate.createdAt),
          Expires: gate.expiresAt && formatDateTime(gate.expiresAt),
          Resolved: gate.resolvedAt && formatDateTime(gate.resolvedAt),
          By: gate.resolvedBy,
        }}
      />
      <Link
        className={look.underlined}
        to="/gates"
        search={{ gate: gate.id, ...(gate.status !== 'OPEN' && { show: 'resolved' }) }}
      >
        Open the gate
      </Link>
    </div>
  )
}
