import { Problem } from '../../../ui/states.tsx'
import type { RunModel } from '../run-model.ts'
import { ActionDetail } from './action-detail.tsx'
import { CallDetail } from './call-detail.tsx'
import { GateDetail } from './gate-detail.tsx'
import { SpeakingDetail } from './speaking-detail.tsx'
import { StepDetail } from './step-detail.tsx'

/** The opened object beside the timeline, by the key of its row: `kind:id`. */
export function Detail({ of: key, model }: { readonly of: string; readonly model: RunModel }) {
  const at = key.indexOf(':')
  const [kind, id] = [key.slice(0, at), key.slice(at + 1)]
  const steps = [...model.steps.values()]
  if (kind === 'step') return <StepDetail id={id} step={steps.find((step) => step.id === id)} />
  if (kind === 'call')
    return (
      <CallDetail id={id} step={steps.find(({ modelCalls }) => modelCalls.some((call) => call.id === id))} />
    )
  if (kind === 'speaking') {
    const call = steps.flatMap(({ modelCalls }) => modelCalls).find(({ messageId }) => messageId === id)
    if (!call) return <SpeakingDetail said={model.texts.get(id)} />
    return <CallDetail id={call.id} step={steps.find(({ modelCalls }) => modelCalls.includes(call))} />
  }
  if (kind === 'action')
    return (
      <ActionDetail
        id={id}
        live={steps.flatMap(({ actions }) => actions).find((action) => action.id === id)}
      />
    )
  if (kind === 'gate') return <GateDetail gate={model.run.gates.find((gate) => gate.id === id)} />
  return <Problem error="The address names nothing of this run." />
}
