import { MessageSquareText, ThumbsDown, ThumbsUp, Trash2 } from 'lucide-react'
import {
  DeleteRatingDocument,
  RateRunDocument,
  type RatingsOfRunFragment,
  RunRatingsDocument,
} from '../../../generated/console/graphql.ts'
import { type Bounds, numberIn, numberProblem } from '../../data/search.ts'
import { useSession } from '../../data/session.ts'
import { useAction } from '../../data/use-action.ts'
import { useList } from '../../data/use-list.ts'
import { useRunChanges } from '../../data/use-run-changes.ts'
import { AskDialog, useDialog } from '../../forms/ask.tsx'
import { toTags, useForm } from '../../forms/use-form.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { formatPercent, toPercent, toShare } from '../../ui/format.ts'
import look from '../../ui/look.module.css'
import { Card, Problem } from '../../ui/page.tsx'
import { Label } from '../../ui/status.tsx'
import { Ago } from '../../ui/time.tsx'

/** What was said of a run that has stopped, and the thumbs to say something. */
export function RatingsCard({ runId }: { readonly runId: string }) {
  const { may } = useSession()
  const { data, error, refresh } = useList(RunRatingsDocument, { id: runId })
  useRunChanges({ ids: [runId] }, refresh)
  const { ask, remove, dialog } = useDialog(refresh)
  const rate = useAction(RateRunDocument)
  const { ownRating: own, ratings, rating } = data?.run ?? {}
  const give = (score: number) => {
    const { comment, labels = [] } = own ?? {}
    const input = { runId, score, labels, ...(comment != null && { comment }) }
    void rate.send({ input }).then(refresh)
  }
  // Before the own rating is known, another score would replace its comment and labels.
  const thumbs = data?.run && may('OPERATOR') && (
    <>
      <IconButton
        icon={ThumbsUp}
        label="Thumb up"
        aria-pressed={own?.score === 1}
        kind={own?.score === 1 ? 'primary' : 'quiet'}
        onPress={() => give(1)}
      />
      <IconButton
        icon={ThumbsDown}
        label="Thumb down"
        aria-pressed={own?.score === 0}
        kind={own?.score === 0 ? 'danger' : 'quiet'}
        onPress={() => give(0)}
      />
      <Button
        icon={MessageSquareText}
        label="Say more"
        size="small"
        onPress={() => ask((onClose) => <RatingForm {...{ runId, own: own ?? null, onClose }} />)}
      />
    </>
  )
  return (
    <Card title={rating == null ? 'Rating' : `Rating ${formatPercent(rating)}`} aside={thumbs}>
      <Problem error={error ?? rate.problem} />
      <ul className={look.list} aria-label="Ratings">
        {ratings?.nodes.map(({ id, score, comment, labels, ratedBy, updatedAt }) => (
          <li key={id} className={look.list}>
            <div className={look.ends}>
              <span className={look.inline}>
                <strong>{formatPercent(score)}</strong> {ratedBy}
                {labels.map((label) => (
                  <Label key={label}>{label}</Label>
                ))}
              </span>
              <span className={`${look.inline} ${look.faint}`}>
                <Ago at={updatedAt} />
                {may('OPERATOR') && (
                  <IconButton
                    icon={Trash2}
                    label={`Delete the rating by ${ratedBy}`}
                    onPress={() =>
                      remove('the rating', {
                        mutation: DeleteRatingDocument,
                        input: { id },
                        children: `The rating by ${ratedBy} counts no longer.`,
                      })
                    }
                  />
                )}
              </span>
            </div>
            {comment && <p>{comment}</p>}
          </li>
        ))}
      </ul>
      {ratings?.totalCount === 0 && <p className={look.faint}>Nobody has rated it.</p>}
      {dialog}
    </Card>
  )
}

/** Of the form; the API has shares. */
const scores: Bounds = { least: 0, most: 100 }

/** A rating with a comment and labels. */
function RatingForm(props: {
  readonly runId: string
  readonly own: RatingsOfRunFragment['ownRating']
  readonly onClose: () => void
}) {
  const { runId, own, onClose } = props
  const rate = useAction(RateRunDocument)
  const { values, field, problem } = useForm(
    {
      score: String(toPercent(own?.score ?? 1)),
      comment: own?.comment ?? '',
      labels: own?.labels.join(', ') ?? '',
    },
    rate,
  )
  const score = toShare(numberIn(scores, values.score))
  const act = async () => {
    if (score === undefined) return
    const input = { runId, score, comment: values.comment, labels: toTags(values.labels) }
    if (await rate.send({ input })) onClose()
  }
  const scoreField = field('score')
  return (
    <AskDialog
      title="Rate the run"
      verb="Rate"
      isReady={score !== undefined}
      isSending={rate.isSending}
      problem={problem}
      act={act}
      onClose={onClose}
    >
      <TextField
        label="Score"
        hint="from 0, the worst, to 100"
        {...scoreField}
        problem={numberProblem(values.score, scores) ?? scoreField.problem}
      />
      <TextField label="Comment" rows={4} {...field('comment')} />
      <TextField label="Labels" hint="separated by commas" {...field('labels')} />
    </AskDialog>
  )
}
