import { useNavigate } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { DeleteSessionDocument } from '../../../generated/console/graphql.ts'
import { useAction } from '../../data/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/field.tsx'
import { formatWhole } from '../../ui/format.ts'
import { AskDialog } from '../run/dialogs/ask-dialog.tsx'
import type { SessionOfPage } from './use-transcript.ts'

/** Deletes a conversation for good, after a question. */
export function DeleteSession({ session }: { readonly session: SessionOfPage }) {
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  const [includeCopies, setIncludeCopies] = useState(false)
  const { send, isSending, problem, clear } = useAction(DeleteSessionDocument, 'DeletedSession')
  const close = () => {
    clear()
    setOpen(false)
  }
  return (
    <>
      <Button kind="danger" onPress={() => setOpen(true)}>
        <Trash2 /> Delete
      </Button>
      {isOpen && (
        <AskDialog
          title="Delete the conversation"
          verb="Delete for good"
          isDanger
          {...{ isSending, problem, onClose: close }}
          act={async () => {
            if (await send({ input: { key: session.key, includeCopies } })) void navigate({ to: '/sessions' })
          }}
        >
          <p>
            Its memory, its {formatWhole(session.runCount)} runs and everything that was stored of them are
            deleted. This cannot be undone.
          </p>
          <Checkbox
            label="Also delete runs that were forked, retried or replayed from them"
            isSelected={includeCopies}
            onChange={setIncludeCopies}
          />
        </AskDialog>
      )}
    </>
  )
}
