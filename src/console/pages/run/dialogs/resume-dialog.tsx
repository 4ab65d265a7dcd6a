import { useState } from 'react'
import { ResumeRunDocument } from '../../../../generated/console/graphql.ts'
import { given, number, text } from '../../../data/search.ts'
import { useAction } from '../../../data/use-action.ts'
import { TextField } from '../../../ui/field.tsx'
import type { RunOfPage } from '../run-model.ts'
import { AskDialog } from './ask-dialog.tsx'

/** Lets a run that has stopped go on, with more room where a limit has ended it. */
export function ResumeDialog({ run, onClose }: { readonly run: RunOfPage; readonly onClose: () => void }) {
  const [message, setMessage] = useState('')
  const [maxSteps, setMaxSteps] = useState('')
  const [maxTokens, setMaxTokens] = useState('')
  const [maxCostUsd, setMaxCostUsd] = useState('')
  const [minutes, setMinutes] = useState('')
  const { send, isSending, problem } = useAction(ResumeRunDocument, 'Run')
  const { effectiveLimits: limits } = run
  const minutesRead = number(minutes)
  return (
    <AskDialog
      title="Resume the run"
      verb="Resume"
      {...{ isSending, problem, onClose }}
      act={async () => {
        const changes = given({
          message: text(message),
          maxSteps: number(maxSteps),
          maxTokens: number(maxTokens),
          maxCostUsd: text(maxCostUsd.trim()),
          timeoutMs: minutesRead === undefined ? undefined : Math.round(minutesRead * 60_000),
        })
        if (await send({ input: { id: run.id, ...changes } })) onClose()
      }}
    >
      <p>The run goes on where it stopped. A limit that it has reached must be raised.</p>
      <TextField
        label="Message"
        rows={3}
        value={message}
        onChange={setMessage}
        hint="Said to the model first."
      />
      <TextField
        label="Steps"
        value={maxSteps}
        onChange={setMaxSteps}
        placeholder={String(limits.maxSteps.value ?? 'no limit')}
      />
      <TextField
        label="Tokens"
        value={maxTokens}
        onChange={setMaxTokens}
        placeholder={String(limits.maxTokens.value ?? 'no limit')}
      />
      <TextField
        label="Cost in US dollars"
        value={maxCostUsd}
        onChange={setMaxCostUsd}
        placeholder={String(limits.maxCostUsd.value ?? 'no limit')}
      />
      <TextField
        label="Minutes"
        value={minutes}
        onChange={setMinutes}
        placeholder={limits.timeoutMs.value == null ? 'no limit' : String(limits.timeoutMs.value / 60_000)}
      />
    </AskDialog>
  )
}
