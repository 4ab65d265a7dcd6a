import { Link } from '@tanstack/react-router'
import { memo, type ReactNode } from 'react'
import {
  costOf,
  formatCost,
  formatCount,
  formatCounted,
  formatDuration,
  formatPercent,
} from '../../ui/format.ts'
import { JsonView } from '../../ui/json-view.tsx'
import look from '../../ui/look.module.css'
import { Markdown } from '../../ui/markdown.tsx'
import { Meter } from '../../ui/meter.tsx'
import { Card, ScrollRegion, Unpriced } from '../../ui/page.tsx'
import { useNow } from '../../ui/time.tsx'
import { CommentsCard } from './comments-card.tsx'
import styles from './overview.module.css'
import { RatingsCard } from './ratings-card.tsx'
import { isEnded, newestText, type RunAndSteps, type RunModel } from './run-model.ts'
import { StreamedText } from './streamed-text.tsx'
import { WorkerCard } from './worker-card.tsx'

/** Beside the timeline while nothing is open: the input, the answer, and the used part of the run's limits. */
export function Overview({ model }: { readonly model: RunModel }) {
  const { run } = model
  const spoken = newestText(model)
  const isLive = !isEnded(run)
  // While it waits for a human, or is paused, nobody is writing.
  const isWriting = run.status === 'RUNNING' || run.status === 'QUEUED'
  const answer = isLive ? spoken?.answer || run.summary || '' : (run.summary ?? spoken?.answer ?? '')
  return (
    <div className={look.stack}>
      <Part title="Input">
        <div className={`${look.well} ${look.said}`}>{run.input}</div>
      </Part>
      {isLive && spoken?.reasoning && (
        <Part title="Reasoning">
          <div className={styles.faint}>
            <StreamedText label="Reasoning" text={spoken.reasoning} isLive={isWriting} />
          </div>
        </Part>
      )}
      {(answer !== '' || isWriting) && (
        <Part title={isWriting ? 'The model says' : isLive ? 'The model said' : 'Answer'}>
          {isLive ? (
            <StreamedText label="Answer" text={answer} isLive={isWriting} />
          ) : (
            <ScrollRegion label="Answer" className={`${look.well} ${styles.text}`}>
              <Markdown text={answer} />
            </ScrollRegion>
          )}
        </Part>
      )}
      {run.output != null && typeof run.output === 'object' && (
        <Part title="Output">
          <JsonView label="Output" value={run.output} />
        </Part>
      )}
      <div className={styles.cards}>
        {(!isLive || run.status === 'PAUSED') && <RatingsCard runId={run.id} />}
        <CommentsCard runId={run.id} />
        {run.status === 'RUNNING' && <WorkerCard runId={run.id} stepCount={model.steps.size} />}
        <Card title="Limits">
          <Meters run={run} steps={model.steps} />
        </Card>
      </div>
    </div>
  )
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    // Without a name: what is within it is a region of that name already.
    <section>
      <h2 className={look.heading}>{title}</h2>
      {children}
    </section>
  )
}

const Meters = memo(function Meters({ run, steps }: RunAndSteps) {
  const { maxSteps, maxTokens, maxCostUsd, timeoutMs } = run.effectiveLimits
  return (
    <div className={look.list}>
      {run.progress != null && (
        <Meter label="Progress" value={run.progress} max={1.0001} text={formatPercent(run.progress)} />
      )}
      {maxSteps.value != null && (
        <Meter label="Steps" value={Math.max(steps.size, run.stepCount)} max={maxSteps.value} />
      )}
      {maxTokens.value != null && (
        <Meter
          label="Tokens"
          value={run.usage.totalTokens}
          max={maxTokens.value}
          text={`${formatCount(run.usage.totalTokens)} of ${formatCount(maxTokens.value)}`}
        />
      )}
      {maxCostUsd.value != null && (
        <Meter
          label="Cost"
          value={Number(run.usage.costUsd)}
          max={Number(maxCostUsd.value)}
          text={`${costOf(run.usage)} of ${formatCost(maxCostUsd.value)}`}
        />
      )}
      {timeoutMs.value != null && <TimeMeter run={run} max={timeoutMs.value} />}
      <p className={look.soft}>
        {formatCounted(run.usage.requests, 'model call')} · {formatCount(run.usage.inputTokens)} tokens in (
        {formatCount(run.usage.cachedInputTokens)} cached) · {formatCount(run.usage.outputTokens)} out ·{' '}
        <Link to="/usage" search={{ agent: run.agent.slug }}>
          {costOf(run.usage)}
        </Link>
      </p>
      {Number(run.usage.savedUsd) > 0 && (
        <p className={look.soft}>{formatCost(run.usage.savedUsd)} saved by batches</p>
      )}
      <Unpriced calls={run.usage.unpricedCalls} />
    </div>
  )
})

function TimeMeter({ run, max }: { readonly run: RunModel['run']; readonly max: number }) {
  const now = useNow()
  const used = run.durationMs ?? (run.startedAt ? Math.max(0, now - Date.parse(run.startedAt)) : 0)
  return (
    <Meter label="Time" value={used} max={max} text={`${formatDuration(used)} of ${formatDuration(max)}`} />
  )
}
