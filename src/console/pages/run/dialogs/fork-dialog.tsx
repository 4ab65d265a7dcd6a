import { useState } from 'react'
import { ForkRunDocument } from '../../../../generated/console/graphql.ts'
import { given, text } from '../../../data/search.ts'
import { useAction } from '../../../data/use-action.ts'
import { SelectField, TextField } from '../../../ui/field.tsx'
import type { RunOfPage } from '../run-model.ts'
import { AskDialog } from './ask-dialog.tsx'

interface Props {
  readonly run: RunOfPage
  readonly onClose: () => void
  readonly onRun: (id: string) => void
}

/** Starts a run that goes another way from a step of this one on. */
export function ForkDialog({ run, onClose, onRun }: Props) {
  const [step, setStep] = useState(String(run.stepCount))
  const [input, setInput] = useState('')
  const [model, setModel] = useState('')
  const [systemPrompt, setSystemPrompt] = useState('')
  const { send, isSending, problem } = useAction(ForkRunDocument, 'Run')
  const steps = Array.from({ length: run.stepCount + 1 }, (_, number) => ({
    value: String(number),
    label: number === 0 ? 'From the beginning' : `After step ${number}`,
  }))
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
      <SelectField label="Where" value={step} options={steps} onChange={setStep} />
      <TextField
        label="Message"
        rows={3}
        value={input}
        onChange={setInput}
        hint="Said to the model at that point. Empty: nothing."
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
