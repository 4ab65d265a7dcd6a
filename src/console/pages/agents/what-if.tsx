import { useEffect, useState } from 'react'
import { useQuery } from 'urql'
import {
  type AgentShownFragment,
  type PermittedType,
  RulingOfCallDocument,
} from '../../../generated/console/graphql.ts'
import { SelectField, TextField } from '../../ui/field.tsx'
import look from '../../ui/look.module.css'
import { Card, Problem } from '../../ui/page.tsx'
import { SuggestField } from '../../ui/suggest-field.tsx'
import { PermissionLabel } from './agent-notes.tsx'

export const permittedTypes: readonly { readonly value: PermittedType; readonly label: string }[] = [
  { value: 'TOOL', label: 'Tool' },
  { value: 'AGENT', label: 'Agent' },
  { value: 'RELIC', label: 'Relic' },
  { value: 'WORKFLOW', label: 'Workflow' },
]

/** Predicted ruling on a call of the agent, and the policy that decides. */
export function WhatIf(props: {
  readonly agent: AgentShownFragment
  /** Changes when a policy was saved or deleted: the ruling is asked for again. */
  readonly version: number
}) {
  const { agent, version } = props
  const { tools, subagents, relics, workflows } = agent.definition
  const targets: Readonly<Record<PermittedType, readonly string[]>> = {
    TOOL: tools,
    AGENT: subagents,
    RELIC: relics,
    WORKFLOW: workflows,
  }
  const [type, setType] = useState<PermittedType>('TOOL')
  const [target, setTarget] = useState(tools[0] ?? '')
  const [operation, setOperation] = useState('')
  const [{ data, error, stale }, ask] = useQuery({
    query: RulingOfCallDocument,
    variables: {
      agent: agent.id,
      type,
      target,
      ...(type === 'RELIC' && operation !== '' && { operation }),
    },
    pause: target === '',
  })
  useEffect(() => {
    if (version > 0) ask({ requestPolicy: 'network-only' })
  }, [version, ask])
  const ruling = target === '' ? undefined : data?.permission
  return (
    <Card title="What would happen to this call">
      <div className={look.stack}>
        <div className={look.fields}>
          <SelectField
            label="Type"
            value={type}
            options={permittedTypes}
            onChange={(next) => {
              setType(next)
              setTarget(targets[next][0] ?? '')
            }}
          />
          <SuggestField label="Target" value={target} onChange={setTarget} suggestions={targets[type]} />
          {type === 'RELIC' && (
            <TextField label="Operation" value={operation} onChange={setOperation} isCode placeholder="get" />
          )}
        </div>
        <Problem error={error} />
        <div className={look.notice} aria-live="polite" aria-busy={stale}>
          {ruling ? (
            <div className={look.row}>
              <PermissionLabel of={ruling.permission} />
              <span>{ruling.reason ?? 'No reason is given.'}</span>
              <span className={look.soft}>{ruleText(ruling)}</span>
            </div>
          ) : (
            <span className={look.soft}>Name the target of the call.</span>
          )}
        </div>
        <p className={look.faint}>
          A check in code, where the server has one, sees the arguments as well and may decide otherwise.
        </p>
      </div>
    </Card>
  )
}

function ruleText(props: {
  readonly policy?: { readonly agent?: object | null; readonly target?: string | null } | null
}): string {
  const { policy } = props
  if (!policy) return 'No policy of the project decides about this call.'
  const of = policy.agent ? 'of this agent' : 'of all agents'
  return `A policy ${of} for ${policy.target ?? 'any target'} decides.`
}
