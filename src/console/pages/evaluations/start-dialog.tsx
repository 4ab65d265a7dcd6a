import { useState } from 'react'
import { useQuery } from 'urql'
import {
  AgentChoicesDocument,
  type DataSetRowFragment,
  EvaluationsDocument,
  StartEvaluationDocument,
} from '../../../generated/console/graphql.ts'
import { useAction } from '../../data/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField } from '../../ui/field.tsx'
import { partHint } from '../../ui/part-hint.ts'
import { Problem } from '../../ui/states.tsx'
import type { EvaluationsSearch } from './evaluations-search.ts'
import { scoreText } from './score.tsx'

const noBaseline = '-'

/** Starts an evaluation: the agent, the data set, the number of trials, and the baseline. */
export function StartDialog({
  dataSets,
  view,
  onClose,
  onStarted,
}: {
  readonly dataSets: readonly DataSetRowFragment[]
  readonly view: EvaluationsSearch
  readonly onClose: () => void
  readonly onStarted: (id: string) => void
}) {
  const [{ data }] = useQuery({ query: AgentChoicesDocument })
  const agents = data?.agents.nodes ?? []
  const [chosen, setAgent] = useState(view.agent)
  const agent = chosen ?? agents[0]?.slug ?? ''
  const [dataSet, setDataSet] = useState(view.dataSet ?? dataSets[0]?.slug ?? '')
  const [mode, setMode] = useState<'MODELS' | 'RECORDED'>('MODELS')
  const [trials, setTrials] = useState('1')
  const [baseline, setBaseline] = useState(noBaseline)
  const [{ data: earlier }] = useQuery({
    query: EvaluationsDocument,
    variables: { filter: { dataSet }, after: null },
  })
  const { send, isSending, problem } = useAction(StartEvaluationDocument, 'Evaluation')

  async function start(): Promise<void> {
    const started = await send({
      input: {
        ...{ agent, dataSet, mode },
        ...(mode === 'MODELS' && { trials: Number(trials) }),
        ...(baseline !== noBaseline && { baselineId: baseline }),
      },
    })
    if (started) onStarted(started.id)
  }

  return (
    <Dialog
      title="Evaluate an agent"
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            kind="primary"
            isDisabled={isSending || agent === '' || dataSet === ''}
            onPress={() => void start()}
          >
            Start
          </Button>
        </>
      }
    >
      <Problem error={problem} />
      <SelectField
        label="Agent"
        value={agent}
        options={agents.map(({ slug, name }) => ({ value: slug, label: name }))}
        onChange={setAgent}
        hint={partHint(agents, 'agents')}
      />
      <SelectField
        label="Data set"
        value={dataSet}
        options={dataSets.map(({ slug, name, items }) => ({
          value: slug,
          label: `${name} (${items.totalCount})`,
        }))}
        onChange={(slug) => {
          setDataSet(slug)
          // Only evaluations over the same data set can be compared.
          setBaseline(noBaseline)
        }}
        hint={partHint(dataSets, 'data sets')}
      />
      <SelectField
        label="How"
        value={mode}
        options={[
          { value: 'MODELS', label: 'Ask the models' },
          { value: 'RECORDED', label: 'Replay the recorded answers' },
        ]}
        onChange={setMode}
        hint={
          mode === 'MODELS'
            ? 'Each item is a run: its models are asked and its tools are called.'
            : 'Costs nothing and calls nothing. Only items that were made of runs have a record.'
        }
      />
      {mode === 'MODELS' && (
        <SelectField
          label="Trials of each item"
          value={trials}
          options={['1', '3', '5', '10'].map((value) => ({ value, label: value }))}
          onChange={setTrials}
          hint="Models do not answer the same every time: several trials show what is chance."
        />
      )}
      <SelectField
        label="Compare with"
        value={baseline}
        options={[
          { value: noBaseline, label: 'Nothing' },
          ...(earlier?.evaluations.nodes ?? [])
            .filter(({ status }) => status === 'COMPLETED')
            .map(({ id, agent: { name }, agentVersion, score }) => ({
              value: id,
              label: `${name} version ${agentVersion}, ${scoreText(score)}`,
            })),
        ]}
        onChange={setBaseline}
      />
    </Dialog>
  )
}
