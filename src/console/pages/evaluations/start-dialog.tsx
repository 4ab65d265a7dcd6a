import { useQuery } from 'urql'
import {
  type DataSetRowFragment,
  EvaluationsDocument,
  StartEvaluationDocument,
} from '../../../generated/console/graphql.ts'
import { partHint, useAgentField } from '../../forms/agent-choice.tsx'
import { Ask } from '../../forms/ask.tsx'
import { useForm } from '../../forms/use-form.ts'
import { SelectField } from '../../ui/field.tsx'
import type { EvaluationsSearch } from './evaluations-search.ts'
import { scoreText } from './score.tsx'

const noBaseline = '-'

interface Form {
  readonly agent: string
  readonly dataSet: string
  readonly mode: 'MODELS' | 'RECORDED'
  readonly trials: string
  readonly baseline: string
}

/** Starts an evaluation: the agent, the data set, the number of trials, and the baseline. */
export function StartDialog(props: {
  readonly dataSets: readonly DataSetRowFragment[]
  readonly view: EvaluationsSearch
  readonly onClose: () => void
  readonly onStarted: (evaluation: { readonly id: string }) => void
}) {
  const { dataSets, view, onClose, onStarted } = props
  const { values, field, put } = useForm<Form>({
    agent: view.agent ?? '',
    dataSet: view.dataSet ?? (dataSets.length === 1 ? (dataSets[0]?.slug ?? '') : ''),
    mode: 'MODELS',
    trials: '1',
    baseline: noBaseline,
  })
  const { dataSet, mode, baseline } = values
  const { agent, agentField } = useAgentField(field('agent'))
  const [{ data: earlier }] = useQuery({
    query: EvaluationsDocument,
    variables: { filter: { dataSet }, after: null },
    pause: dataSet === '',
  })
  return (
    <Ask
      title="Evaluate an agent"
      verb="Start"
      isReady={agent !== '' && dataSet !== ''}
      lacks={agent !== '' && dataSet === '' ? 'Choose a data set.' : undefined}
      mutation={StartEvaluationDocument}
      input={{
        ...{ agent, dataSet, mode },
        ...(mode === 'MODELS' && { trials: Number(values.trials) }),
        ...(baseline !== noBaseline && { baselineId: baseline }),
      }}
      onDone={onStarted}
      onClose={onClose}
    >
      {agentField}
      <SelectField
        label="Data set"
        value={dataSet}
        options={[
          ...(dataSet === '' ? [{ value: '', label: 'Choose a data set' }] : []),
          ...dataSets.map(({ slug, name, items }) => ({
            value: slug,
            label: `${name} (${items.totalCount})`,
          })),
        ]}
        // Only evaluations over the same data set can be compared.
        onChange={(slug) => put({ dataSet: slug, baseline: noBaseline })}
        hint={partHint(dataSets, 'data sets')}
      />
      <SelectField
        label="How"
        options={[
          { value: 'MODELS', label: 'Ask the models' },
          { value: 'RECORDED', label: 'Replay the recorded answers' },
        ]}
        {...field('mode')}
        hint={
          mode === 'MODELS'
            ? 'Each item is a run: its models are asked and its tools are called.'
            : 'Costs nothing and calls nothing. Only items that were made of runs have a record.'
        }
      />
      {mode === 'MODELS' && (
        <SelectField
          label="Trials of each item"
          options={['1', '3', '5', '10'].map((value) => ({ value, label: value }))}
          {...field('trials')}
          hint="Models do not answer the same every time: several trials show what is chance."
        />
      )}
      <SelectField
        label="Compare with"
        options={[
          { value: noBaseline, label: 'Nothing' },
          ...(earlier?.evaluations.nodes ?? [])
            .filter(({ status }) => status === 'COMPLETED')
            .map(({ id, agent: { name }, agentVersion, score }) => ({
              value: id,
              label: `${name} version ${agentVersion}, ${scoreText(score)}`,
            })),
        ]}
        {...field('baseline')}
      />
    </Ask>
  )
}
