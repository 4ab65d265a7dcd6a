import { useState } from 'react'
import { ResumeRunDocument } from '../../../../generated/console/graphql.ts'
import { given, number, numberProblem, text } from '../../../data/search.ts'
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
  const minutesRead = number(minutes.trim())
  return (
    <AskDialog
      title="Resume the run"
      verb="Resume"
      isReady={[maxSteps, maxTokens, maxCostUsd, minutes].every((amount) => numberProblem(amount) === null)}
      {...{ isSending, problem, onClose }}
      act={async () => {
        const changes = given({
          message: text(message),
          maxSteps: number(maxSteps.trim()),
          maxTokens: number(maxTokens.trim()),
          maxCostUsd: text(maxCostUsd.trim()),
          timeoutMs: minutesRead === undefined ? undefined : Math.round(minutesRead * 60_000),
        })
        if (await send({ input: { id: run.id, ...changes } })) onClose()
      }}
    >
      <p>
        The run goes on where it stopped. Where a limit has stopped it, say how much more it may take. An
        empty field grants as much again as at first.
      </p>
      <TextField
        label="Message"
        rows={3}
        value={message}
        onChange={setMessage}
        hint="Said to the model first."
      />
      <TextField
        label="More steps"
        value={maxSteps}
        onChange={setMaxSteps}
        problem={numberProblem(maxSteps)}
        hint={limitText(limits.maxSteps.value)}
      />
      <TextField
        label="More tokens"
        value={maxTokens}
        onChange={setMaxTokens}
        problem={numberProblem(maxTokens)}
        hint={limitText(limits.maxTokens.value)}
      />
      <TextField
        label="More cost in US dollars"
        value={maxCostUsd}
        onChange={setMaxCostUsd}
        problem={numberProblem(maxCostUsd)}
        hint={limitText(limits.maxCostUsd.value)}
      />
      <TextField
        label="More minutes"
        value={minutes}
        onChange={setMinutes}
        problem={numberProblem(minutes)}
        hint={limitText(limits.timeoutMs.value == null ? null : limits.timeoutMs.value / 60_000)}
      />
    </AskDialog>
  )
}

function limitText(limit: number | string | null | undefined): string {
  return limit == null ? 'It has no limit.' : `The limit is ${limit} so far.`
}
