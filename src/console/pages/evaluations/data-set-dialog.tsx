import { useState } from 'react'
import { AddRunsToDataSetDocument, CreateDataSetDocument } from '../../../generated/console/graphql.ts'
import { useAction } from '../../data/use-action.ts'
import { useAgentChoices } from '../../forms/agent-choice.tsx'
import { AskDialog } from '../../forms/ask.tsx'
import { useForm } from '../../forms/use-form.ts'
import { Checkbox, SelectField, TextField } from '../../ui/field.tsx'
import { partHint } from '../../ui/part-hint.ts'

/** Makes a data set of the newest completed runs of an agent: their inputs, and optionally their answers as expectations. */
export function DataSetDialog({ onClose }: { readonly onClose: () => void }) {
  const agents = useAgentChoices()
  const { values, field, put } = useForm({ slug: '', name: '', agent: '', first: '20', expectAnswer: false })
  const { slug, name, first, expectAnswer } = values
  const agent = values.agent || agents[0]?.value || ''
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
      isSending={create.isSending || add.isSending}
      problem={create.problem ?? add.problem}
      act={make}
      onClose={onClose}
    >
      <TextField label="Slug" {...field('slug')} autoFocus hint="Lower-case letters, digits and hyphens." />
      <TextField label="Name" {...field('name')} hint="Optional." />
      <SelectField
        label="Runs of"
        options={agents}
        {...field('agent')}
        value={agent}
        hint={partHint(agents, 'agents')}
      />
      <SelectField
        label="How many"
        options={['10', '20', '50', '100', '500'].map((value) => ({ value, label: `The newest ${value}` }))}
        {...field('first')}
        hint="Completed runs. Files of items come with the command npm run eval."
      />
      <Checkbox
        label="Expect their answers word for word"
        isSelected={expectAnswer}
        onChange={(isExpected) => put({ expectAnswer: isExpected })}
      />
    </AskDialog>
  )
}
