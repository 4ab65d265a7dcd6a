import type { ReactNode } from 'react'
import { useQuery } from 'urql'
import { AgentNamesDocument, ToolNamesDocument } from '../../../generated/console/graphql.ts'
import { Checkbox, SelectField, TextField } from '../../ui/field.tsx'
import type { JsonIssue } from '../../ui/json-check.ts'
import { Card } from '../../ui/page.tsx'
import styles from './agent-page.module.css'
import type { Draft } from './definition-draft.ts'
import { LinesField, NumberField } from './form-fields.tsx'
import { ModelField } from './model-field.tsx'

interface Props {
  readonly draft: Draft
  /** The saved definition: whether it leaves a limit to the project. */
  readonly base: Draft
  /** Error of the server about one field. */
  readonly issue: JsonIssue | null
  readonly onChange: (draft: Draft) => void
}

/** The fields of a definition that are changed most. The others are in the JSON. */
export function DefinitionForm({ draft, base, issue, onChange }: Props) {
  const set = (fields: Draft) => onChange({ ...draft, ...fields })
  const problemOf = (field: string) => (issue?.path[0] === field ? issue.message : null)
  const limit = (field: 'maxSteps' | 'defaultTimeoutMs' | 'maxTokens') => ({
    value: draft[field],
    placeholder: base[field] === undefined ? 'as the project says' : 'no limit',
    problem: problemOf(field),
    onChange: (value: number | null) => {
      const { [field]: _, ...others } = draft
      onChange(value === null && base[field] === undefined ? others : { ...others, [field]: value })
    },
  })
  return (
    <>
      <Card title="What it is">
        <div className={styles.twoFields}>
          <TextField
            label="Name"
            value={draft.name ?? ''}
            onChange={(name) => set({ name })}
            problem={problemOf('name')}
          />
          <ModelField
            value={draft.model ?? ''}
            onChange={(model) => set({ model })}
            problem={problemOf('model')}
          />
          <Whole>
            <TextField
              label="Description"
              value={draft.description ?? ''}
              onChange={(text) => set({ description: text === '' ? null : text })}
              problem={problemOf('description')}
            />
          </Whole>
          <Whole>
            <TextField
              label="System prompt"
              rows={10}
              value={draft.systemPrompt ?? ''}
              onChange={(text) => set({ systemPrompt: text === '' ? null : text })}
              problem={problemOf('systemPrompt')}
            />
          </Whole>
          <LinesField
            label="Fallback models"
            value={draft.fallbackModels ?? []}
            onChange={(fallbackModels) => set({ fallbackModels })}
            hint="One in a line. They are called in this order if the model gives no answer."
            problem={problemOf('fallbackModels')}
          />
          <LinesField
            label="Acceptance criteria"
            value={draft.acceptanceCriteria ?? []}
            onChange={(acceptanceCriteria) => set({ acceptanceCriteria })}
            hint="One in a line. They must be met before a run is complete."
            problem={problemOf('acceptanceCriteria')}
          />
        </div>
      </Card>
      <Card title="What it may use">
        <Reach draft={draft} set={set} />
      </Card>
      <Card title="How it works">
        <div className={styles.fields}>
          <SelectField
            label="Planner"
            value={draft.planner ?? 'TOOL_CALLS'}
            options={[
              { value: 'TOOL_CALLS', label: 'Tool calls: each turn calls tools' },
              { value: 'PLAN', label: 'Plan: it writes a plan of actions' },
            ]}
            onChange={(planner) => set({ planner })}
          />
          {draft.planner === 'PLAN' && (
            <SelectField
              label="After a plan"
              value={draft.protocolMode ?? 'DEFAULT'}
              options={[
                { value: 'STRICT', label: 'Strict: the plan is all' },
                { value: 'DEFAULT', label: 'Default: it judges and plans again' },
                { value: 'AUTONOMOUS', label: 'Autonomous: it goes on until it is done' },
              ]}
              onChange={(protocolMode) => set({ protocolMode })}
            />
          )}
          <SelectField
            label="Who decides at its gates"
            value={draft.gates?.decider ?? 'OPERATOR'}
            options={[
              { value: 'OPERATOR', label: 'Operators and administrators' },
              { value: 'ADMIN', label: 'Administrators' },
            ]}
            onChange={(decider) => set({ gates: { ...draft.gates, decider } })}
          />
          <NumberField
            label="Actions at once"
            value={draft.maxParallel}
            onChange={(maxParallel) => set({ maxParallel })}
            problem={problemOf('maxParallel')}
          />
          <Checkbox
            label="A human approves each plan"
            isSelected={draft.requireUserApproval ?? false}
            onChange={(requireUserApproval) => set({ requireUserApproval })}
          />
          <Checkbox
            label="Only the tool done ends a run"
            isSelected={draft.requireDoneTool ?? false}
            onChange={(requireDoneTool) => set({ requireDoneTool })}
          />
        </div>
      </Card>
      <Card title="Limits of a run">
        <div className={styles.fields}>
          <NumberField label="Steps" {...limit('maxSteps')} />
          <NumberField label="Time, in milliseconds" {...limit('defaultTimeoutMs')} />
          <NumberField label="Tokens" {...limit('maxTokens')} />
          <TextField
            label="Cost, in US dollars"
            value={draft.maxCostUsd ?? ''}
            placeholder={base.maxCostUsd === undefined ? 'as the project says' : 'no limit'}
            onChange={(text) => {
              const { maxCostUsd: _, ...others } = draft
              const isInherited = text === '' && base.maxCostUsd === undefined
              onChange(isInherited ? others : { ...others, maxCostUsd: text === '' ? null : text })
            }}
            problem={problemOf('maxCostUsd')}
          />
        </div>
      </Card>
    </>
  )
}

function Whole({ children }: { readonly children: ReactNode }) {
  return <div className={styles.whole}>{children}</div>
}

/** The tools and the sub-agents that the agent may use, of those that there are and those that it names. */
function Reach({ draft, set }: { readonly draft: Draft; readonly set: (fields: Draft) => void }) {
  const [{ data }] = useQuery({ query: ToolNamesDocument })
  const [{ data: others }] = useQuery({ query: AgentNamesDocument })
  const tools = draft.tools ?? []
  const subagents = draft.subagents ?? []
  const toolNames = [...new Set([...(data?.tools ?? []).map(({ name }) => name), ...tools])]
  const agentNames = [...new Set([...(others?.agents.nodes ?? []).map(({ slug }) => slug), ...subagents])]
  return (
    <div className={styles.form}>
      <Checks legend="Tools" names={toolNames} chosen={tools} onChange={(tools) => set({ tools })} />
      <Checks
        legend="Sub-agents"
        names={agentNames}
        chosen={subagents}
        onChange={(subagents) => set({ subagents })}
      />
    </div>
  )
}

function Checks({
  legend,
  names,
  chosen,
  onChange,
}: {
  readonly legend: string
  readonly names: readonly string[]
  readonly chosen: readonly string[]
  readonly onChange: (chosen: string[]) => void
}) {
  if (names.length === 0) return null
  return (
    <fieldset className={styles.checks}>
      <legend>{legend}</legend>
      {names.map((name) => (
        <Checkbox
          key={name}
          label={name}
          isSelected={chosen.includes(name)}
          onChange={(isSelected) =>
            onChange(isSelected ? [...chosen, name] : chosen.filter((other) => other !== name))
          }
        />
      ))}
    </fieldset>
  )
}
