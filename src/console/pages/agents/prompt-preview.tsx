import { Eye } from 'lucide-react'
import { useState } from 'react'
import { useQuery } from 'urql'
import { PromptPreviewDocument, type PromptPreviewQuery } from '../../../generated/console/graphql.ts'
import { useSession } from '../../data/session.ts'
import { useDialog } from '../../forms/ask.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { formatWhole } from '../../ui/format.ts'
import { JsonView } from '../../ui/json-view.tsx'
import { LeadingButton } from '../../ui/leading-button.tsx'
import look from '../../ui/look.module.css'
import { Loading, Problem, ScrollRegion } from '../../ui/page.tsx'
import { useSettled } from '../../ui/use-settled.ts'
import type { Draft } from './definition-draft.ts'

interface Props {
  /** Id of the agent. */
  readonly agent: string
  /** What was edited and not saved; null while it is not valid. */
  readonly changes: Draft | null
}

/** Leads to the prompt that the model would get, of what is edited. Only for those who may edit it. */
export function PreviewButton({ agent, changes }: Props) {
  const { may } = useSession()
  const { ask, dialog } = useDialog()
  if (!may('ADMIN')) return null
  return (
    <>
      <LeadingButton
        icon={Eye}
        label="Preview the prompt"
        size="small"
        isReady={changes !== null}
        lacks="The definition is not valid yet."
        onPress={() => ask((onClose) => <PreviewDialog {...{ agent, changes, onClose }} />)}
      />
      {dialog}
    </>
  )
}

function PreviewDialog({ agent, changes, onClose }: Props & { readonly onClose: () => void }) {
  const [session, setSession] = useState('')
  const sessionKey = useSettled(session.trim()) || null
  const [{ data, error, fetching }] = useQuery({
    query: PromptPreviewDocument,
    variables: { agent, definition: changes, sessionKey },
    requestPolicy: 'network-only',
  })
  return (
    <Dialog title="The prompt as the model gets it" isOpen width={860} onClose={onClose}>
      <p className={look.soft}>
        What a run begins with, with the changes that are not saved. The context of the run, its messages and
        the time of day are added when it runs.
      </p>
      <TextField
        label="Memory of the session"
        isCode
        value={session}
        onChange={setSession}
        hint="Optional: the key of a session, if the prompt is to have its memory."
      />
      <Problem error={error} />
      {data ? <Preview of={data.promptPreview} /> : fetching && <Loading rows={8} />}
    </Dialog>
  )
}

function Preview({
  of: { systemPrompt, offeredTools },
}: {
  readonly of: PromptPreviewQuery['promptPreview']
}) {
  return (
    <>
      <section className={look.list} aria-label="System prompt">
        <div className={look.ends}>
          <h3>System prompt</h3>
          {systemPrompt && <span className={look.faint}>{formatWhole(systemPrompt.length)} characters</span>}
        </div>
        {systemPrompt ? (
          <ScrollRegion label="Text of the system prompt" className={`${look.well} ${look.said}`}>
            {systemPrompt}
          </ScrollRegion>
        ) : (
          <p className={look.soft}>It is empty.</p>
        )}
      </section>
      <section className={look.list} aria-label="Tools beside the prompt">
        <h3>Tools beside the prompt</h3>
        {offeredTools.length === 0 && (
          <p className={look.soft}>None. A planner has what it may use in its system prompt.</p>
        )}
        {offeredTools.map(({ name, description, inputSchema }) => (
          <details key={name} className={look.fold}>
            <summary>
              <code>{name}</code> {description}
            </summary>
            <JsonView label={`Arguments of ${name}`} value={inputSchema} />
          </details>
        ))}
      </section>
    </>
  )
}
