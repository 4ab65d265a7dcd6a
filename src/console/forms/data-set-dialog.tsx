import {
  AddRunsToDataSetDocument,
  type AddRunsToDataSetInput,
  type AddRunsToDataSetMutation,
  DataSetsDocument,
} from '../../generated/console/graphql.ts'
import type { Answer } from '../data/use-action.ts'
import { useList } from '../data/use-list.ts'
import { Checkbox } from '../ui/field.tsx'
import { SuggestField } from '../ui/suggest-field.tsx'
import { Ask } from './ask.tsx'
import { useForm } from './use-form.ts'

interface Props {
  readonly runs: Pick<AddRunsToDataSetInput, 'runIds' | 'filter' | 'limit'>
  readonly verb?: string
  /** Said above the fields. */
  readonly children?: string | undefined
  readonly onDone?: (answer: Answer<AddRunsToDataSetMutation>) => void
  readonly onClose: () => void
}

/** Makes items of runs in a data set, which evaluations execute again. */
export function DataSetDialog({ runs, verb = 'Add', children, onDone, onClose }: Props) {
  const { values, field, put } = useForm({ dataSet: '', expectAnswer: false })
  const known = useList(DataSetsDocument, {}).data?.dataSets.nodes ?? []
  return (
    <Ask
      title="Add to a data set"
      verb={verb}
      isReady={values.dataSet !== ''}
      mutation={AddRunsToDataSetDocument}
      input={{ ...values, create: true, ...runs }}
      {...(onDone && { onDone })}
      onClose={onClose}
    >
      {children && <p>{children}</p>}
      <SuggestField
        isRequired
        label="Data set"
        suggestions={known.map(({ slug }) => slug)}
        hint="Its slug. One that does not exist is created."
        {...field('dataSet')}
      />
      <Checkbox
        label="Expect the answer word for word"
        isSelected={values.expectAnswer}
        onChange={(expectAnswer) => put({ expectAnswer })}
      />
    </Ask>
  )
}
