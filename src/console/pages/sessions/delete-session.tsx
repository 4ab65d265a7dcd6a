import { useNavigate } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { DeleteSessionDocument } from '../../../generated/console/graphql.ts'
import { Ask } from '../../forms/ask.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/field.tsx'
import { formatWhole } from '../../ui/format.ts'
import type { SessionOfPage } from './use-transcript.ts'

/** Deletes a conversation for good, after a question. */
export function DeleteSession({ session: { key, runCount } }: { readonly session: SessionOfPage }) {
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  const [includeCopies, setIncludeCopies] = useState(false)
  return (
    <>
      <Button kind="danger" onPress={() => setOpen(true)}>
        <Trash2 /> Delete
      </Button>
      {isOpen && (
        <Ask
          title="Delete the conversation"
          verb="Delete for good"
          isDanger
          mutation={DeleteSessionDocument}
          input={{ key, includeCopies }}
          onDone={() => navigate({ to: '/sessions' })}
          onClose={() => setOpen(false)}
        >
          <p>
            Its memory, its {formatWhole(runCount)} runs and everything that was stored of them are deleted.
            This cannot be undone.
          </p>
          <Checkbox
            label="Also delete runs that were forked, retried or replayed from them"
            isSelected={includeCopies}
            onChange={setIncludeCopies}
          />
        </Ask>
      )}
    </>
  )
}
