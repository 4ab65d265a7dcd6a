import { FlaskConical, Scale, Square } from 'lucide-react'
import { useState } from 'react'
import {
  type AgentShownFragment,
  type AgentTrafficFragment,
  SetVersionWeightsDocument,
  StartCanaryDocument,
  StopCanaryDocument,
  TrafficOfAgentDocument,
  type TrafficOfAgentQuery,
} from '../../../generated/console/graphql.ts'
import { type Bounds, given, number, numberProblem } from '../../data/search.ts'
import { useSession } from '../../data/session.ts'
import { useAction } from '../../data/use-action.ts'
import { useList } from '../../data/use-list.ts'
import { AskDialog, useDialog } from '../../forms/ask.tsx'
import { toTags, useForm } from '../../forms/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox, TextField } from '../../ui/field.tsx'
import { costOf, formatDuration, formatPercent, formatWhole, toPercent, toShare } from '../../ui/format.ts'
import look from '../../ui/look.module.css'
import { Card, Problem } from '../../ui/page.tsx'
import { Status } from '../../ui/status.tsx'
import { column, numeric, Table } from '../../ui/table.tsx'
import { CanaryFigures, intervalOf } from './canary-figures.tsx'

const days = 30

/** Which versions new runs of an agent get, statistics of the versions, and its canaries. */
export function TrafficCard({ agent }: { readonly agent: AgentShownFragment }) {
  const { may } = useSession()
  const [since] = useState(() => new Date(Date.now() - days * 86_400_000).toISOString())
  const { data, error, refresh } = useList(TrafficOfAgentDocument, { id: agent.id, slug: agent.slug, since })
  const { ask, confirm, dialog } = useDialog(refresh)
  const traffic = data?.agent
  const running = traffic?.canaries.nodes.find(({ status }) => status === 'RUNNING')
  const newest = traffic?.versionWeights.find(({ version }) => version === traffic.version)
  const actions = traffic && (
    <>
      {running && may('OPERATOR') && (
        <Button
          icon={Square}
          label="Stop the canary"
          size="small"
          onPress={() =>
            confirm({
              ...{ title: 'Stop the canary', verb: 'Stop', isDanger: true },
              mutation: StopCanaryDocument,
              input: { id: running.id },
              children: `All new runs get version ${running.baselineVersion}.`,
            })
          }
        />
      )}
      {!running && may('ADMIN') && (
        <>
          <Button
            icon={Scale}
            label="Weights"
            size="small"
            onPress={() => ask((onClose) => <WeightsForm {...{ traffic, onClose }} />)}
          />
          <Button
            icon={FlaskConical}
            label="Start a canary"
            size="small"
            onPress={() => ask((onClose) => <CanaryForm {...{ traffic, onClose }} />)}
          />
        </>
      )}
    </>
  )
  return (
    <Card title="Versions that runs get" aside={actions}>
      <div className={look.stack}>
        <Problem error={error} />
        {traffic && (
          <p>
            {traffic.versionWeights.length === 0
              ? `All new runs get the newest version, ${traffic.version}.`
              : traffic.versionWeights
                  .map(({ version, weight }) => `Version ${version} gets ${formatPercent(weight)}`)
                  .join(', ')}
            {traffic.versionWeights.length > 0 && !newest && (
              <span className={look.soft}>. The newest version, {traffic.version}, gets none.</span>
            )}
          </p>
        )}
        {data && data.versions.buckets.length > 0 && <VersionsTable buckets={data.versions.buckets} />}
        {traffic?.canaries.nodes.map((canary) => (
          <section key={canary.id} className={look.list} aria-label={`Canary of version ${canary.version}`}>
            <div className={look.inline}>
              <Status of={canary.status} />
              <strong>
                Canary: version {canary.version} against version {canary.baselineVersion}
              </strong>
            </div>
            {canary.reason && <p>{canary.reason}</p>}
            <CanaryFigures canary={canary} />
          </section>
        ))}
      </div>
      {dialog}
    </Card>
  )
}

type Bucket = TrafficOfAgentQuery['versions']['buckets'][number]

/** Statistics of the versions over the last thirty days, with the intervals of their shares. */
function VersionsTable({ buckets }: { readonly buckets: readonly Bucket[] }) {
  return (
    <Table<Bucket>
      label={`Versions in ${days} days`}
      rows={buckets}
      keyOf={({ agentVersion }) => String(agentVersion)}
      columns={[
        column('Version', ({ agentVersion }) => agentVersion),
        numeric('Runs', ({ count }) => formatWhole(count)),
        numeric('Failed', ({ failureRate, failureInterval }) =>
          failureRate == null ? '–' : `${formatPercent(failureRate)}${intervalOf(failureInterval)}`,
        ),
        numeric('Rating', ({ rating }) =>
          rating.mean == null ? '–' : `${formatPercent(rating.mean)}${intervalOf(rating.interval)}`,
        ),
        numeric('p50', ({ duration }) => formatDuration(duration.p50)),
        numeric('Cost', ({ usage }) => costOf(usage)),
      ]}
    />
  )
}

interface FormProps {
  readonly traffic: AgentTrafficFragment
  readonly onClose: () => void
}

/** Weights as a text such as `1: 90, 2: 10`. */
function WeightsForm({ traffic, onClose }: FormProps) {
  const set = useAction(SetVersionWeightsDocument)
  const { values, field, problem } = useForm(
    {
      weights: traffic.versionWeights
        .map(({ version, weight }) => `${version}: ${toPercent(weight)}`)
        .join(', '),
    },
    set,
  )
  const weights = readWeights(values.weights)
  const act = async () => {
    if (weights && (await set.send({ input: { agent: traffic.id, weights } }))) onClose()
  }
  const weightsField = field('weights')
  return (
    <AskDialog
      title="Which version new runs get"
      verb="Set"
      isReady={weights !== null}
      isSending={set.isSending}
      problem={problem}
      act={act}
      onClose={onClose}
    >
      <TextField
        label="Weights"
        hint="version: weight, separated by commas, such as 1: 90, 2: 10. Empty: the newest version gets all runs."
        {...weightsField}
        problem={weights === null ? 'Write version: weight, separated by commas.' : weightsField.problem}
      />
    </AskDialog>
  )
}

function readWeights(text: string): { version: number; weight: number }[] | null {
  const read = toTags(text).map((part) => /^(\d+)\s*[:=]\s*(\d+(?:\.\d+)?)$/.exec(part))
  if (read.some((found) => found === null)) return null
  return read.map((found) => ({ version: Number(found?.[1]), weight: Number(found?.[2]) }))
}

/** In the scales of the form: the API has shares. */
const canaryBounds: Readonly<Record<string, Bounds>> = {
  weight: { least: 1, most: 99 },
  minRuns: { least: 10, most: 10_000, isWhole: true },
  maxRuns: { least: 10, most: 10_000, isWhole: true },
  failureRate: { least: 0, most: 100 },
  rating: { least: 0, most: 100 },
}

/** A canary of a version. What is left empty has the value that the server takes. */
function CanaryForm({ traffic, onClose }: FormProps) {
  const start = useAction(StartCanaryDocument)
  const [promote, setPromote] = useState(true)
  const { values, field, problem } = useForm(
    {
      ...{ version: String(traffic.version), baselineVersion: '', weight: '10', minRuns: '', maxRuns: '' },
      ...{ failureRate: '5', cost: '25', duration: '25', rating: '' },
    },
    start,
  )
  const share = (text: string) => toShare(number(text))
  const act = async () => {
    const stopOn = given({
      ...{ failureRate: share(values.failureRate), cost: share(values.cost) },
      ...{ duration: share(values.duration), rating: share(values.rating) },
    })
    const input = {
      ...{ agent: traffic.id, version: number(values.version) ?? 0, promote, stopOn },
      ...given({
        ...{ baselineVersion: number(values.baselineVersion), weight: share(values.weight) },
        ...{ minRuns: number(values.minRuns), maxRuns: number(values.maxRuns) },
      }),
    }
    if (await start.send({ input })) onClose()
  }
  const [least, most] = [number(values.minRuns), number(values.maxRuns)]
  const isReversed = least !== undefined && most !== undefined && least > most
  const reversed = isReversed ? 'This must not be less than “Runs before the first decision”.' : null
  const numberField = (name: keyof typeof values & string) => {
    const { problem: refused, ...rest } = field(name)
    return {
      ...rest,
      problem:
        numberProblem(values[name], canaryBounds[name]) ?? (name === 'maxRuns' ? reversed : null) ?? refused,
    }
  }
  return (
    <AskDialog
      title="Start a canary"
      verb="Start"
      width={640}
      isReady={
        !isReversed &&
        Object.entries(values).every(([name, text]) => numberProblem(text, canaryBounds[name]) === null) &&
        values.version !== ''
      }
      isSending={start.isSending}
      problem={problem}
      act={act}
      onClose={onClose}
    >
      <div className={look.fields}>
        <TextField isRequired label="Version" {...numberField('version')} />
        <TextField
          label="Compared with version"
          hint="empty: the present one"
          {...numberField('baselineVersion')}
        />
        <TextField label="Share of the runs in %" {...numberField('weight')} />
        <TextField label="Runs before the first decision" hint="empty: 50" {...numberField('minRuns')} />
        <TextField label="Runs at most" hint="empty: 1000" {...numberField('maxRuns')} />
      </div>
      <p>It stops if it is worse by more than this. A measure that is empty is not compared.</p>
      <div className={look.fields}>
        <TextField label="Failure rate, in points" {...numberField('failureRate')} />
        <TextField label="Cost, in %" {...numberField('cost')} />
        <TextField label="Duration, in %" {...numberField('duration')} />
        <TextField label="Rating, in points" {...numberField('rating')} />
      </div>
      <Checkbox label="If it passes, all runs get the version" isSelected={promote} onChange={setPromote} />
    </AskDialog>
  )
}
