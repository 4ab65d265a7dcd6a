import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useQuery } from 'urql'
import { ToolNamesDocument } from '../../../generated/console/graphql.ts'
import { useAgentChoices } from '../../forms/agent-choice.tsx'
import { Checks } from '../../forms/filter.tsx'
import { Checkbox, SelectField, TextField } from '../../ui/field.tsx'
import type { JsonIssue } from '../../ui/json-check.ts'
import look from '../../ui/look.module.css'
import { Card } from '../../ui/page.tsx'
import { PickField } from '../../ui/pick-field.tsx'
import styles from './agent-page.module.css'
import type { Draft } from './definition-draft.ts'
import { LinesField, ModelField, NumberField } from './form-fields.tsx'

interface Props {
  /** Of the agent itself, which is none of its sub-agents. */
  readonly slug: string
  readonly draft: Draft
  /** The saved definition: whether it leaves a limit to the project. */
  readonly base: Draft
  /** Error of the server about one field. */
  readonly issue: JsonIssue | null
  readonly onChange: (draft: Draft) => void
}

/** The fields of a definition that are changed most. The others are in the JSON. */
export function DefinitionForm({ slug, draft, base, issue, onChange }: Props) {
  const set = (fields: Draft) => onChange({ ...draft, ...fields })
  const field = <Name extends keyof Draft>(name: Name) => ({
    value: draft[name],
    onChange: (value: Draft[Name]) => set({ [name]: value }),
    problem: issue?.path[0] === name ? issue.message : null,
  })
  const text = (name: 'name' | 'model') => ({ ...field(name), value: draft[name] ?? '' })
  /** A text that may be none. */
  const longText = (name: 'description' | 'systemPrompt') => ({
    ...field(name),
    value: draft[name] ?? '',
    onChange: (value: string) => set({ [name]: value === '' ? null : value }),
  })
  const limit = <Name extends 'maxSteps' | 'defaultTimeoutMs' | 'maxTokens' | 'maxCostUsd'>(name: Name) => ({
    ...field(name),
    placeholder: base[name] === undefined ? 'as the project says' : 'no limit',
    onChange: (value: Draft[Name] | null) => {
      const { [name]: _, ...others } = draft
      onChange(value === null && base[name] === undefined ? others : { ...others, [name]: value })
    },
  })
  return (
    <>
      <Card title="What it is">
        <div className={styles.twoFields}>
          <TextField label="Name" {...text('name')} />
          <ModelField {...text('model')} />
          <Whole>
            <TextField label="Description" {...longText('description')} />
          </Whole>
          <Whole>
            <TextField label="System prompt" rows={10} {...longText('systemPrompt')} />
          </Whole>
          <LinesField
            label="Fallback models"
            {...field('fallbackModels')}
            hint="One in a line. They are called in this order if the model gives no answer."
          />
          <LinesField
            label="Acceptance criteria"
            {...field('acceptanceCriteria')}
            hint="One in a line. They must be met before a run is complete."
          />
        </div>
      </Card>
      <Card title="What it may use">
        <Reach slug={slug} draft={draft} set={set} />
      </Card>
      <Card title="How it works">
        <div className={look.fields}>
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
              { value: 'USER', label: 'Operators, and end users where they are asked' },
            ]}
            onChange={(decider) => set({ gates: { ...draft.gates, decider } })}
          />
          <NumberField label="Actions at once" {...field('maxParallel')} />
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
        <div className={look.fields}>
          <NumberField label="Steps" {...limit('maxSteps')} />
          <NumberField label="Time, in milliseconds" {...limit('defaultTimeoutMs')} />
          <NumberField label="Tokens" {...limit('maxTokens')} />
          <TextField
            label="Cost, in US dollars"
            {...limit('maxCostUsd')}
            value={draft.maxCostUsd ?? ''}
            onChange={(text) => limit('maxCostUsd').onChange(text === '' ? null : text)}
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
function Reach(props: {
  readonly slug: string
  readonly draft: Draft
  readonly set: (fields: Draft) => void
}) {
  const { slug, draft, set } = props
  const [{ data }] = useQuery({ query: ToolNamesDocument })
  const { agents, onSearch } = useAgentChoices()
  const tools = draft.tools ?? []
  const subagents = draft.subagents ?? []
  const toolNames = [...new Set([...(data?.tools ?? []).map(({ name }) => name), ...tools])]
  return (
    <div className={look.stack}>
      <Checks
        legend="Tools"
        isSearched
        values={toolNames}
        chosen={tools}
        onChange={(tools) => set({ tools })}
      />
      <div className={look.list}>
        <PickField
          {...{ label: 'Sub-agents', any: 'None', onSearch }}
          isMany
          options={agents.filter(({ value }) => value !== slug)}
          value={subagents}
          onChange={(chosen) => set({ subagents: [...chosen] })}
        />
        {subagents.length > 0 && (
          <ul className={look.row} aria-label="Chosen sub-agents">
            {subagents.map((agentId) => (
              <li key={agentId}>
                <Link
                  to="/agents/$agentId"
                  params={{ agentId }}
                  className={`${look.underlined} ${look.code}`}
                >
                  {agentId}
                </Link>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}
