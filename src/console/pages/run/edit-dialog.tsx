import { useNavigate } from '@tanstack/react-router'
import { Pencil, Scissors, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useClient } from 'urql'
import {
  ForkRunDocument,
  type MessageShownFragment,
  RunMessagesDocument,
} from '../../../generated/console/graphql.ts'
import { given, text } from '../../data/search.ts'
import { useSession } from '../../data/session.ts'
import { readAnew, useLoaded } from '../../data/use-list.ts'
import { Ask } from '../../forms/ask.tsx'
import { useForm } from '../../forms/use-form.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { formatEnum } from '../../ui/format.ts'
import { parseJson } from '../../ui/json-check.ts'
import look from '../../ui/look.module.css'
import { Loading, Problem } from '../../ui/page.tsx'
import styles from './edit-dialog.module.css'

/** Where a run is continued from. */
interface Place {
  readonly runId: string
  readonly step: number
  /** The context of the run at the moment. */
  readonly context: unknown
}

/** Opens the state after a step for changes, from which another run goes on. */
export function EditAndContinue(place: Place) {
  const { may } = useSession()
  const [isOpen, setOpen] = useState(false)
  if (!may('OPERATOR')) return null
  return (
    <div>
      <Button icon={Pencil} label="Edit and continue" size="small" onPress={() => setOpen(true)} />
      {isOpen && <EditDialog {...place} onClose={() => setOpen(false)} />}
    </div>
  )
}

type Texts = ReadonlyMap<number, string>

function EditDialog({ runId, step, context, onClose }: Place & { readonly onClose: () => void }) {
  const navigate = useNavigate()
  const messages = useMessages(runId, step)
  const [texts, setTexts] = useState<Texts>(new Map())
  const [dropFrom, setDropFrom] = useState<number | null>(null)
  const before = JSON.stringify(context, null, 2)
  const { values, field } = useForm({ input: '', context: before })
  const isContextChanged = values.context.trim() !== before
  const newContext = isContextChanged ? parseJson(values.context) : undefined
  const isBroken = isContextChanged && newContext === undefined
  const edited = [...texts]
    .filter(([position]) => dropFrom === null || position < dropFrom)
    .map(([position, text]) => ({ position, text }))
  const changes = given({
    input: text(values.input),
    context: newContext,
    messages: edited.length > 0 ? edited : undefined,
    dropFrom: dropFrom ?? undefined,
  })
  return (
    <Ask
      title={`Edit the state after step ${step}, and continue`}
      verb="Continue"
      width={860}
      isReady={!isBroken && Object.keys(changes).length > 0}
      lacks={isBroken ? undefined : 'Change something first.'}
      mutation={ForkRunDocument}
      input={{ id: runId, afterStep: step, ...changes }}
      onDone={({ id }) => {
        onClose()
        void navigate({ to: '/runs/$runId', params: { runId: id } })
      }}
      onClose={onClose}
    >
      <p>A new run goes on from the changed state, and this one stays as it is.</p>
      <Problem error={messages.error} />
      {!messages.value && !messages.error && <Loading />}
      <div className={styles.messages}>
        {messages.value?.map((message) => (
          <EditedMessage
            key={message.position}
            message={message}
            text={texts.get(message.position)}
            dropFrom={dropFrom}
            onText={(position, changed) => setTexts((now) => withText(now, position, changed))}
            onDrop={setDropFrom}
          />
        ))}
      </div>
      <TextField
        label="Next message"
        rows={2}
        {...field('input')}
        hint="Said to the model behind the messages above. Empty: nothing."
      />
      <TextField
        label="Context"
        rows={4}
        {...field('context')}
        problem={isBroken ? 'This is no JSON.' : null}
        hint="JSON, as the run has it now. Unchanged: as it was after the step."
      />
    </Ask>
  )
}

interface MessageProps {
  readonly message: MessageShownFragment
  /** Absent: it is not changed. */
  readonly text: string | undefined
  readonly dropFrom: number | null
  readonly onText: (position: number, text: string | null) => void
  readonly onDrop: (position: number | null) => void
}

function EditedMessage({ message, text: changed, dropFrom, onText, onDrop }: MessageProps) {
  const { position, role, visibility } = message
  const said = saidIn(message)
  const isDropped = dropFrom !== null && position >= dropFrom
  const isCovered = visibility !== 'WHOLE' && visibility !== 'CUT'
  const name = `${position + 1}. ${formatEnum(role)}${toolOf(message)}`
  return (
    <div className={styles.message} data-dropped={isDropped} data-changed={changed !== undefined}>
      <div className={look.ends}>
        <strong>{name}</strong>
        <span className={look.inline}>
          {changed !== undefined && (
            <IconButton
              icon={Undo2}
              label={`Undo the change of ${name}`}
              onPress={() => onText(position, null)}
            />
          )}
          {dropFrom === position ? (
            <Button icon={Undo2} label="Keep from here on" size="small" onPress={() => onDrop(null)} />
          ) : (
            role !== 'TOOL' &&
            position > 0 &&
            !isDropped && (
              <Button
                icon={Scissors}
                kind="quiet"
                size="small"
                label="Drop from here on"
                aria-label={`Drop from here on: ${name}`}
                onPress={() => onDrop(position)}
              />
            )
          )}
        </span>
      </div>
      {isCovered ? (
        <p className={look.faint}>It was compacted, and cannot be changed.</p>
      ) : isDropped || role === 'SYSTEM' ? (
        <p className={styles.said}>{said}</p>
      ) : (
        <TextField
          label={`Text of ${name}`}
          isBare
          rows={rowsOf(changed ?? said)}
          value={changed ?? said}
          onChange={(now) => onText(position, now === said ? null : now)}
        />
      )}
      {message.parts.map(
        (part) =>
          part.__typename === 'ToolCallPart' && (
            <p key={part.callId} className={`${look.faint} ${styles.call}`}>
              → {part.name} {part.arguments}
            </p>
          ),
      )}
    </div>
  )
}

/** Enough for most of a text. */
function rowsOf(text: string): number {
  const lines = text.split('\n').reduce((sum, line) => sum + 1 + Math.floor(line.length / 90), 0)
  return Math.min(8, lines)
}

function withText(texts: Texts, position: number, text: string | null): Texts {
  const changed = new Map(texts)
  if (text === null) changed.delete(position)
  else changed.set(position, text)
  return changed
}

function saidIn({ parts }: MessageShownFragment): string {
  return parts
    .map((part) => (part.__typename === 'TextPart' || part.__typename === 'ToolResultPart' ? part.text : ''))
    .join('')
}

function toolOf({ parts }: MessageShownFragment): string {
  const result = parts.find((part) => part.__typename === 'ToolResultPart')
  return result && 'name' in result ? ` ${result.name}` : ''
}

/** So many of the last messages can be changed here; the API takes any. */
const maxShown = 100

/** The last messages up to the end of a step. */
function useMessages(runId: string, step: number) {
  const client = useClient()
  const [load] = useState(() => async () => {
    const pageBefore = async (before: string | null) =>
      (await readAnew(client, RunMessagesDocument, { id: runId, last: 100, before })).run?.messages ?? null
    const found: MessageShownFragment[] = []
    let end = -1
    let page = await pageBefore(null)
    while (page) {
      found.unshift(...page.nodes)
      end = found.findLastIndex(({ stepNumber }) => stepNumber != null && stepNumber <= step)
      const { hasPreviousPage, startCursor } = page.pageInfo
      page = hasPreviousPage && end + 1 < maxShown ? await pageBefore(startCursor ?? null) : null
    }
    return found.slice(0, end + 1).slice(-maxShown)
  })
  return useLoaded(load)
}
