import { Link } from '@tanstack/react-router'
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { UpdateSessionDocument } from '../../../generated/console/graphql.ts'
import { useSession } from '../../data/session.ts'
import { Ask, useDialog } from '../../forms/ask.tsx'
import { IconButton } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { costOf, formatCount, formatDateTime, formatWhole } from '../../ui/format.ts'
import { CopyButton } from '../../ui/json-view.tsx'
import look from '../../ui/look.module.css'
import { Card, Facts } from '../../ui/page.tsx'
import { StatusDot } from '../../ui/status.tsx'
import { Ago } from '../../ui/time.tsx'
import styles from './session-page.module.css'
import type { SessionOfPage } from './use-transcript.ts'

interface Props {
  readonly session: SessionOfPage
  readonly onChange: () => Promise<void>
}

/** Beside the transcript: the memory, the cost of the conversation, and its runs. */
export function SessionSide({ session, onChange }: Props) {
  const { key, agent, createdAt, runCount, usage, runs } = session
  return (
    <>
      <Memory session={session} onChange={onChange} />
      <Card title="About">
        <Facts
          of={{
            Key: (
              <span className={`${look.row} ${styles.key}`}>
                <code className={look.code}>{key}</code> <CopyButton text={key} label="Copy the key" />
              </span>
            ),
            'First agent': agent && (
              <Link to="/agents/$agentId" params={{ agentId: agent.id }} className={look.underlined}>
                {agent.name}
              </Link>
            ),
            Created: formatDateTime(createdAt),
            Runs: formatWhole(runCount),
            Tokens: formatCount(usage.totalTokens),
            Cost: costOf(usage),
          }}
        />
      </Card>
      <Card
        title="Runs"
        isFlush
        aside={
          <Link to="/runs" search={{ session: key }} className={look.underlined}>
            All
          </Link>
        }
      >
        <ul>
          {runs.nodes.slice(0, 12).map(({ id, status, input, createdAt }) => (
            <li key={id}>
              <Link to="/runs/$runId" params={{ runId: id }} className={`${look.pressable} ${look.entry}`}>
                <StatusDot of={status} />
                <span className={look.cut}>{input}</span>
                <span className={look.faint}>
                  <Ago at={createdAt} />
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </Card>
    </>
  )
}

function Memory({ session: { key, memory }, onChange }: Props) {
  const { may } = useSession()
  const { ask, dialog } = useDialog(() => void onChange())
  return (
    <Card
      title="Memory"
      aside={
        may('OPERATOR') && (
          <IconButton
            icon={Pencil}
            label="Edit the memory"
            onPress={() => ask((onClose) => <MemoryDialog sessionKey={key} {...{ memory, onClose }} />)}
          />
        )
      }
    >
      {memory.length === 0 ? (
        <p className={look.faint}>Nothing is remembered. Lines that stand here are shown to each run.</p>
      ) : (
        <ul className={styles.memory}>
          {memory.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      {dialog}
    </Card>
  )
}

function MemoryDialog(props: {
  readonly sessionKey: string
  readonly memory: readonly string[]
  readonly onClose: () => void
}) {
  const { sessionKey, memory, onClose } = props
  const [text, setText] = useState(memory.join('\n'))
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return (
    <Ask
      title="Memory of the conversation"
      verb="Save"
      mutation={UpdateSessionDocument}
      input={{ key: sessionKey, memory: lines }}
      onClose={onClose}
    >
      <TextField
        label="Lines"
        rows={10}
        value={text}
        onChange={setText}
        autoFocus
        hint="Each line is shown to every later run of this conversation, below “What is remembered”."
      />
    </Ask>
  )
}
