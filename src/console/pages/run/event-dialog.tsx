import { useCallback } from 'react'
import { type Client, useClient } from 'urql'
import { RunLogDocument } from '../../../generated/console/graphql.ts'
import { readRestNext } from '../../data/rest.ts'
import { useSession } from '../../data/session.ts'
import { readAnew, useLoaded } from '../../data/use-list.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { JsonView } from '../../ui/json-view.tsx'
import { Loading, Problem } from '../../ui/page.tsx'
import type { LoggedEvent } from './event-text.ts'
import { restPathOf } from './whole-run.ts'

interface Props {
  readonly runId: string
  readonly event: LoggedEvent
  readonly onClose: () => void
}

/** An event with all of its fields, as the API gives it. */
export function EventDialog({ runId, event, onClose }: Props) {
  const client = useClient()
  const { project } = useSession()
  const load = useCallback(
    () => readEvent(client, project.slug, runId, event),
    [client, project.slug, runId, event],
  )
  const { value, error, isLoading } = useLoaded(load)
  return (
    <Dialog title={`Event ${event.seq}: ${event.type}`} isOpen onClose={onClose} width={720}>
      <Problem error={error} />
      {isLoading ? <Loading /> : !error && <JsonView label="Event" value={value} />}
    </Dialog>
  )
}

/** A list of the API begins behind a cursor, so that the event before is asked for first. */
async function readEvent(client: Client, project: string, runId: string, { cursor }: LoggedEvent) {
  const { run } = await readAnew(client, RunLogDocument, { id: runId, last: 1, before: cursor })
  return readRestNext(`${restPathOf(project, runId)}/events`, run?.events.nodes[0]?.cursor ?? null)
}
