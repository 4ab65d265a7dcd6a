import type { ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Problem } from '../../../ui/states.tsx'

interface Props {
  readonly title: string
  /** Label of the button. */
  readonly verb: string
  readonly isDanger?: boolean
  readonly isReady?: boolean
  readonly isSending: boolean
  readonly problem: string | null
  readonly act: () => Promise<void>
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A dialog that asks for what an action needs, and shows why the server refused it. */
export function AskDialog(props: Props) {
  const { title, verb, isDanger = false, isReady = true, isSending, problem, act, onClose, children } = props
  return (
    <Dialog
      title={title}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            kind={isDanger ? 'danger' : 'primary'}
            isDisabled={!isReady}
            isPending={isSending}
            onPress={() => void act()}
          >
            {verb}
          </Button>
        </>
      }
    >
      {children}
      <Problem error={problem} />
    </Dialog>
  )
}
