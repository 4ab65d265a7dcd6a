import { useState } from 'react'
import { ForkRunDocument } from '../../../../generated/console/graphql.ts'
import { given, text } from '../../../data/search.ts'
import { useAction } from '../../../data/use-action.ts'
import { SelectField, TextField } from '../../../ui/field.tsx'
import { type RunAndSteps, stepsInOrder } from '../run-model.ts'
import { AskDialog } from './ask-dialog.tsx'

interface Props extends RunAndSteps {
  readonly onClose: () => void
  readonly onRun: (id: string) => void
}

/** Starts a run that goes another way from a step of this one on. */
export function ForkDialog({ run, steps, onClose, onRun }: Props) {
  const own = stepsInOrder({ steps })
  const ended = own.filter(({ durationMs }) => durationMs != null)
  // A fork begins after the steps that it took over.
  const takenOver = (own[0]?.number ?? run.stepCount + 1) - 1
  const [step, setStep] = useState(String(ended.at(-1)?.number ?? 0))
  const [input, setInput] = useState('')
  const [model, setModel] = useState('')
  const [systemPrompt, setSystemPrompt] = useState('')
  const { send, isSending, problem } = useAction(ForkRunDocument, 'Run')
  const places = [
    { value: '0', label: `From its beginning${takenOver > 0 ? `, after step ${takenOver}` : ''}` },
    ...ended.map(({ number }) => ({ value: String(number), label: `After step ${number}` })),
  ]
  return (
    <AskDialog
      title="Fork the run"
      verb="Fork"
      {...{ isSending, problem, onClose }}
      act={async () => {
        const changes = given({
          input: text(input),
          model: text(model.trim()),
          systemPrompt: text(systemPrompt),
        })
        const fork = await send({ input: { id: run.id, afterStep: Number(step), ...changes } })
        if (fork) onRun(fork.id)
      }}
    >
      <p>What was done until then is kept. The new run goes on from there, and this one stays as it is.</p>
      <SelectField label="Where" value={step} options={places} onChange={setStep} />
      <TextField
        label="Message"
        rows={3}
        value={input}
        onChange={setInput}
        hint={
          step === '0' && takenOver === 0
            ? 'Takes the place of the input. Empty: the input stays.'
            : 'Said to the model at that point. Empty: nothing.'
        }
      />
      <TextField
        label="Model"
        value={model}
        onChange={setModel}
        placeholder={run.overrides?.model ?? run.agent.model}
        hint="Empty: as before."
      />
      <TextField
        label="System prompt"
        rows={3}
        value={systemPrompt}
        onChange={setSystemPrompt}
        hint="Empty: as before."
      />
    </AskDialog>
  )
}
