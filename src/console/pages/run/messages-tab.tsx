import { useEffect, useState } from 'react'
import { useClient } from 'urql'
import { type MessageShownFragment, RunMessagesDocument } from '../../../generated/console/graphql.ts'
import { Button } from '../../ui/button.tsx'
import look from '../../ui/look.module.css'
import { Message } from '../../ui/message.tsx'
import { Empty, Loading, Problem } from '../../ui/page.tsx'
import styles from './tabs-of-run.module.css'

interface Read {
  readonly messages: readonly MessageShownFragment[]
  readonly before: string | null
}

const pageSize = 40

/** The transcript: all messages with their authors, newest at the end. `version` changes when there may be more of it. */
export function MessagesTab({ runId, version }: { readonly runId: string; readonly version: string }) {
  const client = useClient()
  const [read, setRead] = useState<Read | null>(null)
  const [error, setError] = useState<Error>()

  async function load(before: string | null): Promise<void> {
    const variables = { id: runId, last: pageSize, before }
    const { data, error } = await client.query(RunMessagesDocument, variables, {
      requestPolicy: 'network-only',
    })
    setError(error)
    const page = data?.run?.messages
    if (!page) return
    const previous = page.pageInfo.hasPreviousPage ? (page.pageInfo.startCursor ?? null) : null
    setRead((now) =>
      now === null || isApart(now.messages, page.nodes)
        ? { messages: page.nodes, before: previous }
        : { messages: merge(now.messages, page.nodes), before: before === null ? now.before : previous },
    )
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the newest page is read again with each version.
  useEffect(() => {
    void load(null)
  }, [runId, version])

  if (error && !read) return <Problem error={error} />
  if (!read) return <Loading />
  if (read.messages.length === 0) return <Empty title="Nothing was said yet." />
  return (
    <div className={styles.scroll} role="region" aria-label="Messages" tabIndex={0}>
      <div className={look.list}>
        {read.before !== null && (
          <Button label="Earlier messages" size="small" onPress={() => void load(read.before)} />
        )}
        {read.messages.map((message) => (
          <Message key={message.position} message={message} />
        ))}
      </div>
    </div>
  )
}

/** Whether messages between those read before and a newer page are missing: the page takes their place. */
function isApart(known: Read['messages'], page: Read['messages']): boolean {
  return (page[0]?.position ?? 0) > (known.at(-1)?.position ?? -1) + 1
}

function merge(
  known: readonly MessageShownFragment[],
  page: readonly MessageShownFragment[],
): readonly MessageShownFragment[] {
  const byPosition = new Map([...known, ...page].map((message) => [message.position, message]))
  return [...byPosition.values()].toSorted((a, b) => a.position - b.position)
}
