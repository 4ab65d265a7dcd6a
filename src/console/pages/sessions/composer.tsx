import { ArrowUp } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { SteerRunDocument, TriggerRunDocument } from '../../../generated/console/graphql.ts'
import { useAction } from '../../data/use-action.ts'
import { useAgentChoices } from '../../forms/agent-choice.tsx'
import { Button } from '../../ui/button.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import look from '../../ui/look.module.css'
import { Problem } from '../../ui/page.tsx'
import styles from './session-page.module.css'
import type { SessionOfPage } from './use-transcript.ts'

/** The next message: it starts a run, or steers the run that is at work. */
export function Composer(props: { readonly session: SessionOfPage; readonly onSent: () => Promise<void> }) {
  const { session, onSent } = props
  const agents = useAgentChoices()
  const [input, setInput] = useState('')
  const [chosen, setChosen] = useState<string | null>(null)
  const trigger = useAction(TriggerRunDocument)
  const steer = useAction(SteerRunDocument)
  const [latest] = session.runs.nodes
  const agent = chosen ?? latest?.agent.slug ?? session.agent?.slug ?? agents[0]?.value ?? ''
  const running = session.activeRuns.find(({ status }) => status === 'RUNNING' || status === 'WAITING')
  const isReady = input.trim() !== '' && agent !== ''

  async function start(): Promise<void> {
    if (!isReady || trigger.isSending) return
    if (!(await trigger.send({ input: { agent, input, sessionKey: session.key } }))) return
    setInput('')
    await onSent()
  }

  async function steerRun(id: string): Promise<void> {
    if (!(await steer.send({ input: { id, message: input } }))) return
    setInput('')
    await onSent()
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    void start()
  }

  return (
    <form
      className={`${look.list} ${styles.composer}`}
      aria-label="Next message"
      onSubmit={(event) => event.preventDefault()}
    >
      <Problem error={trigger.problem ?? steer.problem} />
      <div className={styles.input}>
        <TextField
          label="Message"
          isBare
          rows={2}
          placeholder="Message; Enter sends it"
          value={input}
          onChange={setInput}
          onKeyDown={onKeyDown}
        />
        <div className={`${look.row} ${styles.send}`}>
          <div className={styles.agent}>
            <SelectField
              label="Agent that answers"
              isBare
              value={agent}
              options={
                agents.some(({ value }) => value === agent)
                  ? agents
                  : [...agents, { value: agent, label: agent }]
              }
              onChange={setChosen}
            />
          </div>
          {running && (
            <Button
              label="Steer the run"
              isDisabled={!isReady}
              isPending={steer.isSending}
              onPress={() => void steerRun(running.id)}
            />
          )}
          <Button
            icon={ArrowUp}
            label="Send"
            kind="primary"
            isDisabled={!isReady}
            isPending={trigger.isSending}
            onPress={() => void start()}
          />
        </div>
      </div>
    </form>
  )
}
