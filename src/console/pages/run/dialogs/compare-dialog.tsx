import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/field.tsx'
import type { RunOfPage } from '../run-model.ts'
import { AskDialog } from './ask-dialog.tsx'

/** Asks which run to lay beside this one: a fork, the run it came from, or any by its id. */
export function CompareDialog({ run, onClose }: { readonly run: RunOfPage; readonly onClose: () => void }) {
  const [other, setOther] = useState('')
  const navigate = useNavigate()
  const relatives = [
    ...(run.forkedFrom ? [{ id: run.forkedFrom.id, label: 'The run that it was forked from' }] : []),
    ...(run.replayOf ? [{ id: run.replayOf.id, label: 'The run that it replays' }] : []),
    ...run.forks.nodes.map(({ id, forkedAfterStep }) => ({
      id,
      label: `Its fork after step ${forkedAfterStep}`,
    })),
  ]
  const open = (id: string) => navigate({ to: '/compare', search: { a: run.id, b: id } })
  return (
    <AskDialog
      title="Compare with another run"
      verb="Compare"
      isReady={other.trim() !== ''}
      isSending={false}
      problem={null}
      act={() => open(other.trim())}
      onClose={onClose}
    >
      {relatives.map(({ id, label }) => (
        <Button key={id} onPress={() => void open(id)}>
          {label}
        </Button>
      ))}
      <TextField label="Id of the run" value={other} onChange={setOther} autoFocus />
    </AskDialog>
  )
}
