import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { TriggerRunDocument } from '../../../generated/console/graphql.ts'
import { useAction } from '../../data/use-action.ts'
import { SelectField, TextField } from '../../ui/field.tsx'
import { partHint } from '../../ui/part-hint.ts'
import { AskDialog } from '../run/dialogs/ask-dialog.tsx'
import { useAgentChoices } from './use-agent-choices.ts'

/** Begins a conversation: the first message to an agent, under a key of its own. */
export function NewSessionDialog({ onClose }: { readonly onClose: () => void }) {
  const navigate = useNavigate()
  const agents = useAgentChoices()
  const [chosen, setChosen] = useState('')
  const [key, setKey] = useState(newKey)
  const [input, setInput] = useState('')
  const { send, isSending, problem } = useAction(TriggerRunDocument, 'Run')
  const agent = chosen || agents[0]?.value || ''
  return (
    <AskDialog
      title="New conversation"
      verb="Send"
      isReady={input.trim() !== '' && key.trim() !== '' && agent !== ''}
      {...{ isSending, problem, onClose }}
      act={async () => {
        if (await send({ input: { agent, input, sessionKey: key.trim() } }))
          void navigate({ to: '/sessions/$sessionKey', params: { sessionKey: key.trim() } })
      }}
    >
      <SelectField
        label="Agent"
        value={agent}
        options={agents}
        onChange={setChosen}
        hint={partHint(agents, 'agents')}
      />
      <TextField label="Message" rows={4} value={input} onChange={setInput} autoFocus />
      <TextField
        label="Session key"
        isCode
        value={key}
        onChange={setKey}
        hint="Runs with the same key share one history. A key that exists continues its conversation."
      />
    </AskDialog>
  )
}

function newKey(): string {
  const random = crypto.getRandomValues(new Uint8Array(4))
  return `chat-${Array.from(random, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
