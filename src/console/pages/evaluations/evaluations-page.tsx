import { createLazyRoute, Link, useNavigate } from '@tanstack/react-router'
import { FlaskConical, Plus } from 'lucide-react'
import { useState } from 'react'
import {
  AddRunsToDataSetDocument,
  CreateDataSetDocument,
  type DataSetRowFragment,
  DataSetsDocument,
  type EvaluationRowFragment,
  EvaluationsDocument,
} from '../../../generated/console/graphql.ts'
import { given, inPlace } from '../../data/search.ts'
import { useSession } from '../../data/session.ts'
import { useAction } from '../../data/use-action.ts'
import { useList, useStateOf } from '../../data/use-list.ts'
import { AgentChoice, useAgentField } from '../../forms/agent-choice.tsx'
import { AskDialog, useDialog } from '../../forms/ask.tsx'
import { Choice, Filters } from '../../forms/filter.tsx'
import { useForm } from '../../forms/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox, SelectField, TextField } from '../../ui/field.tsx'
import { costOf, formatDuration, formatTotal, formatWhole } from '../../ui/format.ts'
import { LeadingButton } from '../../ui/leading-button.tsx'
import look from '../../ui/look.module.css'
import { Empty, Page } from '../../ui/page.tsx'
import { Status } from '../../ui/status.tsx'
import { type Column, column, ListCard, MoreButton, numeric } from '../../ui/table.tsx'
import { Ago } from '../../ui/time.tsx'
import { DataSetCard } from './data-set-card.tsx'
import type { EvaluationsSearch } from './evaluations-search.ts'
import { OutcomeBar, scoreText } from './score.tsx'
import { StartDialog } from './start-dialog.tsx'

export const route = createLazyRoute('/evaluations')({ component: EvaluationsPage })

/** Quality of versions of agents: the evaluations of the project and the data sets that they run over. */
function EvaluationsPage() {
  const view = route.useSearch()
  const navigate = useNavigate({ from: '/evaluations' })
  const { may } = useSession()
  const { ask, dialog } = useDialog()
  const sets = useList(DataSetsDocument, {})
  const dataSets = sets.data?.dataSets.nodes
  const setCount = sets.data?.dataSets.totalCount ?? 0
  // Pages are kept by the cache, which joins them.
  const [after, setAfter] = useStateOf<string | null>(JSON.stringify(view), null)
  const { data, error } = useList(EvaluationsDocument, { filter: view, after })
  const show = (next: EvaluationsSearch) => void navigate({ search: next, ...inPlace })
  const addSet = () =>
    ask((close) => (
      <DataSetDialog
        onClose={() => {
          close()
          sets.refresh()
        }}
      />
    ))
  const evaluate = () =>
    dataSets &&
    ask((onClose) => (
      <StartDialog
        {...{ dataSets, view, onClose }}
        onStarted={({ id }) =>
          void navigate({ to: '/evaluations/$evaluationId', params: { evaluationId: id } })
        }
      />
    ))

  return (
    <Page
      title="Evaluations"
      beside={<span aria-live="polite">{data ? formatWhole(data.evaluations.totalCount) : ''}</span>}
      actions={
        may('OPERATOR') && (
          <>
            <Button icon={Plus} label="Data set" onPress={addSet} />
            <LeadingButton
              icon={FlaskConical}
              label="Evaluate"
              kind="primary"
              isDisabled={!dataSets}
              isReady={Boolean(dataSets?.length)}
              lacks="There is no data set yet: create one first."
              onPress={evaluate}
            />
          </>
        )
      }
    >
      <Filters>
        <AgentChoice value={view.agent} onChange={(agent) => show(given({ ...view, agent }))} />
        <Choice
          label="Data set"
          any="All data sets"
          value={view.dataSet}
          options={(dataSets ?? []).map(({ slug, name }) => ({ value: slug, label: name }))}
          onChange={(dataSet) => show(given({ ...view, dataSet }))}
        />
      </Filters>
      <ListCard
        label="Evaluations"
        columns={columns}
        rows={data?.evaluations.nodes}
        error={error ?? sets.error}
        empty={
          <Empty title="There are no evaluations here yet.">
            An evaluation runs a version of an agent over the items of a data set, checks each answer, and
            says what became better or worse than before.
          </Empty>
        }
      >
        <MoreButton of={data?.evaluations.pageInfo} onMore={setAfter} />
      </ListCard>
      <ListCard
        title="Data sets"
        label="Data sets"
        aside={
          dataSets &&
          setCount > dataSets.length &&
          `${formatWhole(dataSets.length)} of ${formatTotal(setCount)}`
        }
        columns={setColumns}
        rows={dataSets}
        empty={
          <Empty title="There are no data sets yet.">
            A data set holds inputs and what is expected of the answers. Make one of runs that went well.
          </Empty>
        }
      />
      {view.dataSet !== undefined && <DataSetCard slug={view.dataSet} onChange={sets.refresh} />}
      {dialog}
    </Page>
  )
}

const columns: readonly Column<EvaluationRowFragment>[] = [
  column('Status', ({ status }) => <Status of={status} />),
  column('Agent', ({ id, agent, agentVersion }) => (
    <span className={look.two}>
      <Link to="/evaluations/$evaluationId" params={{ evaluationId: id }} className={look.name}>
        {agent.name}
      </Link>
      <span className={look.faint}>version {agentVersion}</span>
    </span>
  )),
  column('Data set', ({ dataSet, dataSetVersion, trials, mode }) => (
    <span className={look.two}>
      {dataSet.name}
      <span className={look.faint}>
        version {dataSetVersion}
        {trials > 1 && `, ${trials} trials`}
        {mode === 'RECORDED' && ', replayed'}
      </span>
    </span>
  )),
  column('Passed', (row) => <OutcomeBar of={row} />),
  numeric('Score', ({ score }) => <strong>{scoreText(score)}</strong>),
  numeric('Cost', costOf),
  numeric('Time', ({ durationMs }) => (durationMs > 0 ? formatDuration(durationMs) : '–')),
  numeric('Started', ({ createdAt }) => <Ago at={createdAt} />),
]

const setColumns: readonly Column<DataSetRowFragment>[] = [
  column('Data set', ({ slug, name, description }) => (
    <span className={look.two}>
      <Link to="/evaluations" search={{ dataSet: slug }} className={look.name}>
        {name}
      </Link>
      <span className={look.faint}>{description ?? slug}</span>
    </span>
  )),
  numeric('Items', ({ items }) => formatWhole(items.totalCount)),
  numeric('Version', ({ version }) => version),
  numeric('Changed', ({ updatedAt }) => <Ago at={updatedAt} />),
]

/** Makes a data set of the newest completed runs of an agent: their inputs, and optionally their answers as expectations. */
function DataSetDialog({ onClose }: { readonly onClose: () => void }) {
  const { values, field, put } = useForm({ slug: '', name: '', agent: '', first: '20', expectAnswer: false })
  const { slug, name, first, expectAnswer } = values
  const { agent, agentField } = useAgentField(field('agent'), 'Runs of')
  const [made, setMade] = useState<string>()
  const create = useAction(CreateDataSetDocument)
  const add = useAction(AddRunsToDataSetDocument)

  async function make(): Promise<void> {
    // A set that was made, and then not filled, is filled by the next attempt.
    if (made !== slug) {
      if (!(await create.send({ input: { slug, ...(name !== '' && { name }) } }))) return
      setMade(slug)
    }
    const filter = { agent, status: ['COMPLETED' as const] }
    if (await add.send({ input: { dataSet: slug, filter, limit: Number(first), expectAnswer } })) onClose()
  }

  return (
    <AskDialog
      title="New data set"
      verb="Create"
      isReady={/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug) && agent !== ''}
      lacks={slug === '' ? undefined : 'The slug has lower-case letters, digits and hyphens.'}
      isSending={create.isSending || add.isSending}
      problem={create.problem ?? add.problem}
      act={make}
      onClose={onClose}
    >
      <TextField
        isRequired
        label="Slug"
        {...field('slug')}
        autoFocus
        hint="Lower-case letters, digits and hyphens."
      />
      <TextField label="Name" {...field('name')} hint="Optional." />
      {agentField}
      <SelectField
        label="How many"
        options={['10', '20', '50', '100', '500'].map((value) => ({ value, label: `The newest ${value}` }))}
        {...field('first')}
        hint="Completed runs. Files of items come with the command rungraph eval."
      />
      <Checkbox
        label="Expect their answers word for word"
        isSelected={expectAnswer}
        onChange={(isExpected) => put({ expectAnswer: isExpected })}
      />
    </AskDialog>
  )
}
