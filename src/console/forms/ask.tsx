import { type ReactNode, useId, useState } from 'react'
import type { TypedDocumentNode } from 'urql'
import { type Answer, useAction } from '../data/use-action.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { LeadingButton } from '../ui/leading-button.tsx'
import look from '../ui/look.module.css'
import { Problem } from '../ui/page.tsx'

interface Question {
  readonly title: string
  /** Label of the button. */
  readonly verb: string
  readonly isDanger?: boolean
  /** Whether its fields are filled in; before that the button leads to the one that is not. */
  readonly isReady?: boolean
  /** What is missing, where no field says so itself. */
  readonly lacks?: string | undefined
  readonly width?: number
  readonly onClose: () => void
  /** A sentence, or the fields of a form. */
  readonly children: ReactNode
}

interface AskDialogProps extends Question {
  readonly isSending?: boolean
  readonly problem?: string | null
  readonly act: () => unknown
}

/** A dialog that asks for what an action needs, and shows why the server refused it. */
export function AskDialog(props: AskDialogProps) {
  const {
    title,
    verb,
    isDanger,
    isReady = true,
    lacks,
    width,
    isSending = false,
    problem,
    act,
    onClose,
  } = props
  const form = useId()
  return (
    <Dialog
      title={title}
      isOpen
      onClose={onClose}
      {...(width && { width })}
      actions={
        <>
          <Button label="Cancel" onPress={onClose} />
          <LeadingButton
            label={verb}
            kind={isDanger ? 'danger' : 'primary'}
            isReady={isReady}
            {...(lacks !== undefined && { lacks })}
            isPending={isSending}
            type="submit"
            form={form}
            onPress={() => void act()}
          />
        </>
      }
    >
      {/* Enter in a field of one line presses the button, which acts or leads. A field itself says what is wrong, not the browser. */}
      <form
        id={form}
        noValidate
        className={look.list}
        onSubmit={(event) => event.preventDefault()}
        onKeyDown={(event) => {
          // In a field of several lines Enter alone begins another line.
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat) return
          event.preventDefault()
          document.querySelector<HTMLElement>(`button[form="${form}"]`)?.click()
        }}
      >
        {typeof props.children === 'string' ? <p>{props.children}</p> : props.children}
        <Problem error={problem} />
      </form>
    </Dialog>
  )
}

interface AskProps<Data extends object, Input> extends Question {
  readonly mutation: TypedDocumentNode<Data, { input: Input }>
  readonly input: Input
  /** Called with what the server answers; otherwise the dialog closes. */
  readonly onDone?: (answer: Answer<Data>) => unknown
}

/** Asks for what a mutation needs, and sends it. */
export function Ask<Data extends object, Input>(props: AskProps<Data, Input>) {
  const { mutation, input, onDone = props.onClose, ...question } = props
  const { send, isSending, problem } = useAction(mutation)
  async function act(): Promise<void> {
    const answer = await send({ input })
    if (answer) onDone(answer)
  }
  return <AskDialog {...question} {...{ isSending, problem, act }} />
}

type Draw = (close: () => void) => ReactNode

/**
 * The dialog of a page: `ask` opens one, `confirm` one that asks before a mutation, `remove` one before something is deleted; `dialog` is
 * drawn where the page ends. `onClosed` is called after each, but for one that was confirmed and has an `onDone` of its own.
 */
export function useDialog(onClosed?: () => void) {
  const [shown, setShown] = useState<{ readonly draw: Draw } | null>(null)
  const close = () => {
    setShown(null)
    onClosed?.()
  }
  const ask = (draw: Draw) => setShown({ draw })
  const confirm = <Data extends object, Input>(question: Omit<AskProps<Data, Input>, 'onClose'>) =>
    ask((onClose) => {
      const onDone = (answer: Answer<Data>) => {
        if (!question.onDone) return onClose()
        setShown(null)
        question.onDone(answer)
      }
      return <Ask {...question} {...{ onDone, onClose }} />
    })
  const remove = <Data extends object, Input>(what: string, question: Removal<Data, Input>) =>
    confirm({ title: `Delete ${what}`, verb: 'Delete', isDanger: true, ...question })
  return { ask, confirm, remove, dialog: shown?.draw(close) }
}

type Removal<Data extends object, Input> = Pick<
  AskProps<Data, Input>,
  'mutation' | 'input' | 'onDone' | 'children'
>
