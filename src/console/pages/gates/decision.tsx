import { Check, Pencil, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import {
  type GateDecision,
  type GateKind,
  type GateShownFragment,
  ResolveGateDocument,
} from '../../../generated/console/graphql.ts'
import { useAction } from '../../data/use-action.ts'
import { isField } from '../../layout/shortcuts.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { anObject, isObject, parseJson } from '../../ui/json-check.ts'
import { JsonEditor } from '../../ui/json-editor.tsx'
import { LeadingButton } from '../../ui/leading-button.tsx'
import look from '../../ui/look.module.css'
import { Problem } from '../../ui/page.tsx'
import { isEditable } from './gate-list.tsx'
import { CallHead, GatePlan, GateSubject, useToolOfCall } from './gate-subject.tsx'
import styles from './gates-page.module.css'

interface Props {
  readonly gate: GateShownFragment
  readonly onDecided: () => void
}

/** Where a gate is decided: its subject, which can be edited where it has arguments, the note, and the three decisions. */
export function Decision({ gate, onDecided }: Props) {
  const [note, setNote] = useState('')
  const [edits, setEdits] = useState<Edits | null>(null)
  const [armed, setArmed] = useState<GateDecision | null>(null)
  const { send, isSending, problem } = useAction(ResolveGateDocument)
  const mayEdit = isEditable(gate)
  const revision = toRevision(gate.context, edits)

  async function decide(decision: GateDecision): Promise<void> {
    if (isSending) return
    setArmed(null)
    const changed = decision === 'REVISE' && revision.kind === 'changed' ? revision.arguments : undefined
    const sent = await send({
      input: {
        ...{ id: gate.id, decision },
        ...(note.trim() !== '' && { note }),
        ...(changed !== undefined && { arguments: changed }),
      },
    })
    if (sent) onDecided()
  }

  // A key alone does nothing that cannot be taken back: the first press asks, the second one decides.
  // While changes are made, only their button decides: a key would approve what they replace.
  const press = (decision: GateDecision) => {
    if (edits) return
    if (armed === decision) void decide(decision)
    else setArmed(decision)
  }
  const edit = () => {
    setArmed(null)
    setEdits((now) => now ?? noEdits)
  }
  useDecisionKeys({
    a: () => press('APPROVE'),
    r: () => press('REJECT'),
    e: () => mayEdit && edit(),
    escape: () => (armed ? setArmed(null) : setEdits(null)),
  })

  return (
    <>
      {edits ? <Edited gate={gate} edits={edits} setEdits={setEdits} /> : <GateSubject gate={gate} />}
      <section className={`${look.box} ${look.list} ${styles.decision}`} aria-label="Decision">
        <TextField
          label="Note"
          rows={2}
          value={note}
          onChange={setNote}
          placeholder="The model reads it. An approval and a rejection need none."
        />
        <Problem error={problem} />
        <div className={look.row}>
          {edits && revision.kind !== 'none' ? (
            <>
              <LeadingButton
                icon={Check}
                label="Approve with changes"
                kind="primary"
                isPending={isSending}
                isReady={revision.kind === 'changed'}
                lacks="What you changed is not valid JSON yet."
                onPress={() => void decide('REVISE')}
              />
              <Button label="Discard changes" onPress={() => setEdits(null)} />
            </>
          ) : (
            <>
              <Button
                icon={Check}
                label={armed === 'APPROVE' ? 'Press A again to approve' : 'Approve'}
                kind="primary"
                isPending={isSending}
                onPress={() => void decide('APPROVE')}
              />
              <Button
                icon={X}
                label={armed === 'REJECT' ? 'Press R again to reject' : 'Reject'}
                kind="danger"
                isPending={isSending}
                onPress={() => void decide('REJECT')}
              />
              {mayEdit && !edits && (
                <Button
                  icon={Pencil}
                  label={gate.kind === 'PLAN_APPROVAL' ? 'Edit the plan' : 'Edit the arguments'}
                  onPress={edit}
                />
              )}
              <LeadingButton
                label={mayEdit ? 'Send back with a note' : 'Go on with a note'}
                isPending={isSending}
                isReady={note.trim() !== ''}
                {...needsNote}
                onPress={() => void decide('REVISE')}
              />
              {edits && <Button label="Close the editor" onPress={() => setEdits(null)} />}
            </>
          )}
        </div>
        <p className={look.faint}>{outcomes[gate.kind]}</p>
      </section>
    </>
  )
}

const needsNote = { lacks: 'Write the note first: the model reads it.', leadsTo: 'Note' } as const

function Edited(props: {
  readonly gate: GateShownFragment
  readonly edits: Edits
  readonly setEdits: (edits: Edits) => void
}) {
  const { gate, edits, setEdits } = props
  const tool = useToolOfCall(gate)
  const { context } = gate
  if (context.__typename === 'PlanContext')
    return (
      <GatePlan gate={gate} edits={edits} onEdit={(name, text) => setEdits({ ...edits, [name]: text })} />
    )
  if (context.__typename !== 'CallContext') return null
  return (
    <section className={look.list} aria-label="The call">
      <CallHead gate={gate} />
      <JsonEditor
        autoFocus
        label={`New arguments of ${context.target}`}
        value={edits[context.action] ?? JSON.stringify(context.arguments, null, 2)}
        onChange={(text) => setEdits({ [context.action]: text })}
        schema={tool?.inputSchema ?? anObject}
      />
    </section>
  )
}

/** Single keys, outside of fields and dialogs. */
function useDecisionKeys(keys: Readonly<Record<string, () => unknown>>): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.metaKey || event.ctrlKey || event.altKey || event.repeat || event.defaultPrevented) return
      if (isField(event.target) && event.key !== 'Escape') return
      if (document.querySelector('[role="dialog"]')) return
      const act = latest.current[event.key.toLowerCase()]
      if (!act) return
      event.preventDefault()
      act()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}

/** Effect of each decision at a gate of a kind at which people decide, in a line (docs/gates.md has the whole table). */
const outcomes: Readonly<Partial<Record<GateKind, string>>> = {
  ACTION_APPROVAL:
    'Approved, the call is made. Rejected, it is not made, and the model reads your note. With edited arguments it is made with those. Sent back with a note alone, it is not made either: the model reads how to change it, and may make another.',
  PERMISSION:
    'Approved, the denied call is made. Rejected, the run ends as failed. Sent back with a note alone, the call is not made, and the model reads how to change it.',
  OUTCOME_UNKNOWN:
    'Approved, the call is made again. Rejected, the model reads that the outcome is unknown. Sent back with a note alone, the call counts as failed, and the model reads your note.',
  PLAN_APPROVAL:
    'Approved, the plan runs. Rejected, the run ends as failed. Sent back with a note alone, the model plans again.',
  LOW_CONFIDENCE: 'Approved, the run goes on, and the note is its next message. Rejected, it ends as failed.',
  IDENTICAL_ERRORS:
    'Approved, the run goes on, and the note is its next message. Rejected, it ends as failed.',
  MONITOR: 'Approved, the run goes on, and the note is its next message. Rejected, it ends as failed.',
}

/** The texts that were edited: of the arguments of a call, or of the parameters of actions of a plan, by the name of the action. */
type Edits = Readonly<Record<string, string>>

const noEdits: Edits = {}

type Revision =
  | { readonly kind: 'none' }
  /** A text is no JSON object. */
  | { readonly kind: 'invalid' }
  | { readonly kind: 'changed'; readonly arguments: Readonly<Record<string, unknown>> }

/** `arguments` of `resolveGate`: only the differences from the model's arguments. */
function toRevision(context: GateShownFragment['context'], edits: Edits | null): Revision {
  if (!edits) return { kind: 'none' }
  if (context.__typename === 'CallContext') {
    const text = edits[context.action]
    const value = text === undefined ? context.arguments : parseJson(text)
    if (!isObject(value)) return { kind: 'invalid' }
    return isSame(value, context.arguments) ? { kind: 'none' } : { kind: 'changed', arguments: value }
  }
  if (context.__typename !== 'PlanContext') return { kind: 'none' }
  const changed: Record<string, unknown> = {}
  for (const { name, parameters } of context.actions) {
    const text = edits[name]
    if (text === undefined) continue
    const value = parseJson(text)
    if (!isObject(value)) return { kind: 'invalid' }
    if (!isSame(value, parameters)) changed[name] = value
  }
  return Object.keys(changed).length > 0 ? { kind: 'changed', arguments: changed } : { kind: 'none' }
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
