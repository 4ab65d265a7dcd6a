import { Link } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useClient } from 'urql'
import {
  type ComparedRunFragment,
  type MessageShownFragment,
  StateOfRunDocument,
} from '../../../generated/console/graphql.ts'
import { readAnew, readPages, useLoaded } from '../../data/use-list.ts'
import { Difference } from '../../ui/difference.tsx'
import { formatEnum } from '../../ui/format.ts'
import look from '../../ui/look.module.css'
import { Loading, Problem } from '../../ui/page.tsx'
import { editsText } from '../run/state-edits.ts'
import { type Change, changesOf, textOf } from './state-changes.ts'

/** What a fork changed before its first own step: each message that it replaced, dropped or added, and its context. */
export function StateTakenOver({
  of: run,
  name,
}: {
  readonly of: ComparedRunFragment
  readonly name: string
}) {
  const edits = run.overrides?.edits
  return (
    <div className={look.list}>
      <h3>State taken over</h3>
      <p>
        {edits ? `Changed: ${editsText(edits)}. ` : run.forkedFrom ? '' : 'Not changed. '}
        <Link
          className={look.underlined}
          to="/runs/$runId"
          params={{ runId: run.id }}
          search={{ tab: 'messages' }}
        >
          Its messages
        </Link>
      </p>
      {run.forkedFrom && <Changes fork={run} source={run.forkedFrom.id} name={name} />}
    </div>
  )
}

interface Props {
  readonly fork: ComparedRunFragment
  /** Id of the run that it was forked from. */
  readonly source: string
  readonly name: string
}

function Changes({ fork, source, name }: Props) {
  const before = useStateOfRun(source)
  const after = useStateOfRun(fork.id)
  if (before.error || after.error) return <Problem error={before.error ?? after.error} />
  if (!before.value || !after.value) return <Loading rows={3} />
  const edits = fork.overrides?.edits
  const changes = changesOf(before.value.messages, after.value.messages, {
    step: fork.forkedAfterStep ?? 0,
    droppedFrom: edits?.droppedFrom ?? null,
    replaced: edits?.messages ?? [],
  })
  return (
    <>
      {changes.map(({ kind, position, before, after }) => (
        <section key={`${kind} ${position}`}>
          <h4>{`${titles[kind]}: message ${position + 1}, ${roleOf(after ?? before)}`}</h4>
          <Difference
            label={`${titles[kind]} in ${name}: message ${position + 1}`}
            before={before && textOf(before)}
            after={after && textOf(after)}
          />
        </section>
      ))}
      {edits?.context && (
        <section>
          <h4>Another context; what the two runs have now</h4>
          <Difference
            label={`Context of ${name}`}
            before={before.value.context}
            after={after.value.context}
          />
        </section>
      )}
      {!edits && changes.length === 0 && <p>Not changed.</p>}
    </>
  )
}

const titles: Readonly<Record<Change['kind'], string>> = {
  replaced: 'Another text',
  dropped: 'Dropped',
  added: 'Added',
}

function roleOf(message: MessageShownFragment | undefined): string {
  return message ? formatEnum(message.role).toLowerCase() : ''
}

/** Messages that are read of a run; the edits of one have rarely more before them. */
const mostMessages = 1_000

function useStateOfRun(id: string) {
  const client = useClient()
  const load = useCallback(async () => {
    let context: unknown = null
    const messages = await readPages(async (after) => {
      const { run } = await readAnew(client, StateOfRunDocument, { id, first: 100, after })
      context = run?.context
      return run?.messages
    }, mostMessages)
    return { context, messages }
  }, [client, id])
  return useLoaded(load)
}
