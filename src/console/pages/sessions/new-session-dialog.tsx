import { useNavigate } from '@tanstack/react-router'
import { TriggerRunDocument } from '../../../generated/console/graphql.ts'
import { useAgentChoices } from '../../forms/agent-choice.tsx'
import { Ask } from '../../forms/ask.tsx'
import { useForm } from '../../forms/use-form.ts'
import { SelectField, TextField } from '../../ui/field.tsx'
import { partHint } from '../../ui/part-hint.ts'

/** Begins a conversation: the first message to an agent, under a key of its own. */
export function NewSessionDialog({ onClose }: { readonly onClose: () => void }) {
  const navigate = useNavigate()
  const agents = useAgentChoices()
  const { values, field } = useForm(() => ({ agent: '', key: newKey(), input: '' }))
  const agent = values.agent || agents[0]?.value || ''
  const sessionKey = values.key.trim()
  return (
    <Ask
      title="New conversation"
      verb="Send"
      isReady={values.input.trim() !== '' && sessionKey !== '' && agent !== ''}
      mutation={TriggerRunDocument}
      input={{ agent, input: values.input, sessionKey }}
      onDone={() => navigate({ to: '/sessions/$sessionKey', params: { sessionKey } })}
      onClose={onClose}
    >
      <SelectField
        label="Agent"
        options={agents}
        {...field('agent')}
        value={agent}
        hint={partHint(agents, 'agents')}
      />
      <TextField label="Message" rows={4} {...field('input')} autoFocus />
      <TextField
        label="Session key"
        isCode
        {...field('key')}
        hint="Runs with the same key share one history. A key that exists continues its conversation."
      />
    </Ask>
  )
}

function newKey(): string {
  const random = crypto.getRandomValues(new Uint8Array(4))
  return `chat-${Array.from(random, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
