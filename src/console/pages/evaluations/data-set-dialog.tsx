import { useState } from 'react'
import { useQuery } from 'urql'
import {
  AddRunsToDataSetDocument,
  AgentChoicesDocument,
  CreateDataSetDocument,
} from '../../../generated/console/graphql.ts'
import { useAction } from '../../data/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Checkbox, SelectField, TextField } from '../../ui/field.tsx'
import { partHint } from '../../ui/part-hint.ts'
import { Problem } from '../../ui/states.tsx'

/** Makes a data set of the newest completed runs of an agent: their inputs, and optionally their answers as expectations. */
export function DataSetDialog({
  onClose,
  onMade,
}: {
  readonly onClose: () => void
  readonly onMade: () => void
}) {
  const [{ data }] = useQuery({ query: AgentChoicesDocument })
  const agents = data?.agents.nodes ?? []
  const [slug, setSlug] = useState('')
  const [name, setName] = useState('')
  const [chosen, setAgent] = useState<string>()
  const agent = chosen ?? agents[0]?.slug ?? ''
  const [first, setFirst] = useState('20')
  const [expectAnswer, setExpectAnswer] = useState(false)
  const [made, setMade] = useState<string>()
  const create = useAction(CreateDataSetDocument, 'DataSet')
  const add = useAction(AddRunsToDataSetDocument, 'DataSetChange')

  async function make(): Promise<void> {
    // A set that was made, and then not filled, is filled by the next attempt.
    if (made !== slug) {
      if (!(await create.send({ input: { slug, ...(name !== '' && { name }) } }))) return
      setMade(slug)
    }
    const filter = { agent, status: ['COMPLETED' as const] }
    if (await add.send({ input: { dataSet: slug, filter, limit: Number(first), expectAnswer } })) onMade()
  }

  const isReady = /^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug) && agent !== ''
  return (
    <Dialog
      title="New data set"
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            kind="primary"
            isDisabled={!isReady || create.isSending || add.isSending}
            onPress={() => void make()}
          >
            Create
          </Button>
        </>
      }
    >
      <Problem error={create.problem ?? add.problem} />
      <TextField
        label="Slug"
        value={slug}
        onChange={setSlug}
        autoFocus
        hint="Lower-case letters, digits and hyphens."
      />
      <TextField label="Name" value={name} onChange={setName} hint="Optional." />
      <SelectField
        label="Runs of"
        value={agent}
        options={agents.map((each) => ({ value: each.slug, label: each.name }))}
        onChange={setAgent}
        hint={partHint(agents, 'agents')}
      />
      <SelectField
        label="How many"
        value={first}
        options={['10', '20', '50', '100', '500'].map((value) => ({ value, label: `The newest ${value}` }))}
        onChange={setFirst}
        hint="Completed runs. Files of items come with the command npm run eval."
      />
      <Checkbox
        label="Expect their answers word for word"
        isSelected={expectAnswer}
        onChange={setExpectAnswer}
      />
    </Dialog>
  )
}
