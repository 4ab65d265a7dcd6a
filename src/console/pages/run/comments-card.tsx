import { Link } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import {
  CommentRunDocument,
  DeleteRunCommentDocument,
  RunCommentsDocument,
} from '../../../generated/console/graphql.ts'
import { inPlace } from '../../data/search.ts'
import { useSession } from '../../data/session.ts'
import { useAction } from '../../data/use-action.ts'
import { useList } from '../../data/use-list.ts'
import { useRunChanges } from '../../data/use-run-changes.ts'
import { useDialog } from '../../forms/ask.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import look from '../../ui/look.module.css'
import { Card, Problem } from '../../ui/page.tsx'
import { Ago } from '../../ui/time.tsx'
import styles from './overview.module.css'

interface Props {
  readonly runId: string
  /** The step or the action of the run that they are about. Absent: all of them. */
  readonly part?: CommentedPart
}

type CommentedPart = { readonly stepNumber: number } | { readonly actionId: string }

/** What people said to each other about a run, and a field to say something. */
export function CommentsCard({ runId, part }: Props) {
  const { may } = useSession()
  const { data, error, refresh } = useList(RunCommentsDocument, { id: runId, filter: part ?? null })
  useRunChanges({ ids: [runId] }, refresh)
  const { remove, dialog } = useDialog(refresh)
  const { nodes = [], totalCount = 0 } = data?.run?.comments ?? {}
  return (
    <Card title={totalCount > 0 ? `Comments ${totalCount}` : 'Comments'}>
      <Problem error={error} />
      <ul className={look.list} aria-label="Comments">
        {nodes.map(({ id, text, commentedBy, createdAt, step, action }) => (
          <li key={id} className={look.list}>
            <div className={look.ends}>
              <span className={look.inline}>
                <strong>{commentedBy}</strong>
                {!part && step && (
                  <PartLink runId={runId} open={`step:${step.id}`} text={`Step ${step.number}`} />
                )}
                {!part && action && (
                  <PartLink runId={runId} open={`action:${action.id}`} text={action.name} />
                )}
              </span>
              <span className={`${look.inline} ${look.faint}`}>
                <Ago at={createdAt} />
                {may('OPERATOR') && (
                  <IconButton
                    icon={Trash2}
                    label={`Delete the comment by ${commentedBy}`}
                    onPress={() =>
                      remove('the comment', {
                        mutation: DeleteRunCommentDocument,
                        input: { id },
                        children: `The comment by ${commentedBy} is deleted for everybody.`,
                      })
                    }
                  />
                )}
              </span>
            </div>
            <p className={styles.comment}>{text}</p>
          </li>
        ))}
      </ul>
      {data && totalCount === 0 && <p className={look.faint}>Nobody has said anything.</p>}
      {may('OPERATOR') && <CommentForm runId={runId} part={part} onDone={refresh} />}
      {dialog}
    </Card>
  )
}

/** The way to the step or the action that a comment is about. */
function PartLink(props: { readonly runId: string; readonly open: string; readonly text: string }) {
  const { runId, open, text } = props
  return (
    <Link
      className={look.underlined}
      to="/runs/$runId"
      params={{ runId }}
      search={{ open }}
      state
      {...inPlace}
    >
      {text}
    </Link>
  )
}

interface FormProps extends Pick<Props, 'runId'> {
  readonly part: CommentedPart | undefined
  readonly onDone: () => void
}

function CommentForm({ runId, part, onDone }: FormProps) {
  const [text, setText] = useState('')
  const comment = useAction(CommentRunDocument)
  async function send(): Promise<void> {
    if (!(await comment.send({ input: { runId, text, ...part } }))) return
    setText('')
    onDone()
  }
  return (
    <form
      className={`${look.list} ${styles.say}`}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <TextField
        label="Comment"
        isBare
        placeholder={`Say something about this ${wordOf(part)}`}
        rows={2}
        value={text}
        onChange={setText}
        problem={comment.problem}
      />
      {text.trim() !== '' && (
        <div>
          <Button label="Comment" size="small" isDisabled={comment.isSending} onPress={() => void send()} />
        </div>
      )}
    </form>
  )
}

function wordOf(part: CommentedPart | undefined): string {
  if (!part) return 'run'
  return 'actionId' in part ? 'action' : 'step'
}
