import { Pencil } from 'lucide-react'
import {
  type Permission,
  type ProjectSettingsFragment,
  SettingsProjectDocument,
  UpdateProjectDocument,
} from '../../../generated/console/graphql.ts'
import { useList } from '../../data/use-list.ts'
import { Ask, useDialog } from '../../forms/ask.tsx'
import { useForm } from '../../forms/use-form.ts'
import { SelectField, TextField } from '../../ui/field.tsx'
import { formatCost, formatCount, formatDuration, formatWhole } from '../../ui/format.ts'
import look from '../../ui/look.module.css'
import { Card, Columns, Facts, Loading, Problem } from '../../ui/page.tsx'
import { BudgetMeters } from '../usage/budget-card.tsx'
import { SettingsPart } from './settings-part.tsx'

const permissions: readonly { readonly value: Permission; readonly label: string }[] = [
  { value: 'ALLOW', label: 'Allowed' },
  { value: 'REQUIRE_APPROVAL', label: 'Needs approval' },
  { value: 'DENY', label: 'Denied' },
]

/** The limits of the project: of a day, of all its runs together, and of a run that brings none of its own. */
export function ProjectTab() {
  const { data, error, refresh } = useList(SettingsProjectDocument, {})
  const { ask, dialog } = useDialog()
  const project = data?.project
  return (
    <SettingsPart
      text="Limits apply to model calls from now on. A run has the limits of its trigger, or else of its agent, or else these."
      add="Edit"
      icon={Pencil}
      {...(project && { onAdd: () => ask((onClose) => <ProjectForm {...{ project, onClose }} />) })}
    >
      <Problem error={error} retry={refresh} />
      {!project ? (
        <Loading rows={8} />
      ) : (
        <Columns min={280}>
          <Card title="Today (UTC)">
            <BudgetMeters project={project} />
          </Card>
          <Card title="Project">
            <Facts
              of={{
                Name: project.name,
                Slug: <code>{project.slug}</code>,
                'Runs at once': formatWhole(project.maxConcurrentRuns),
                'Calls without a policy': permissions.find(({ value }) => value === project.defaultPermission)
                  ?.label,
              }}
            />
          </Card>
          <Card title="Limits of a run">
            <Facts
              of={{
                Cost: limit(project.defaultLimits.maxCostUsd, formatCost),
                Tokens: limit(project.defaultLimits.maxTokens, formatCount),
                Steps: limit(project.defaultLimits.maxSteps, formatWhole),
                Time: limit(project.defaultLimits.timeoutMs, formatDuration),
              }}
            />
          </Card>
        </Columns>
      )}
      {dialog}
    </SettingsPart>
  )
}

function limit<Value>(value: Value | null | undefined, format: (value: Value) => string): string {
  return value == null ? 'Unlimited' : format(value)
}

const amountText = (value: string | number | null | undefined) => (value == null ? '' : String(value))
const toNumber = (text: string) => (text.trim() === '' ? null : Number(text))

function ProjectForm(props: { readonly project: ProjectSettingsFragment; readonly onClose: () => void }) {
  const { project, onClose } = props
  const { defaultLimits } = project
  const { values, field } = useForm({
    name: project.name,
    maxConcurrentRuns: amountText(project.maxConcurrentRuns),
    maxCostUsdPerDay: amountText(project.maxCostUsdPerDay),
    maxTokensPerDay: amountText(project.maxTokensPerDay),
    maxCostUsd: amountText(defaultLimits.maxCostUsd),
    maxTokens: amountText(defaultLimits.maxTokens),
    maxSteps: amountText(defaultLimits.maxSteps),
    timeoutMinutes: amountText(defaultLimits.timeoutMs == null ? null : defaultLimits.timeoutMs / 60_000),
    defaultPermission: project.defaultPermission,
  })
  const timeoutMinutes = toNumber(values.timeoutMinutes)
  const amount = (
    name: 'maxCostUsdPerDay' | 'maxTokensPerDay' | 'maxCostUsd' | 'maxTokens' | 'maxSteps',
  ) => ({
    ...field(name),
    type: 'number' as const,
    placeholder: 'Unlimited',
  })
  return (
    <Ask
      title="Edit the project"
      verb="Save"
      // Null leaves it unchanged: there is always a limit.
      isReady={toNumber(values.maxConcurrentRuns) !== null}
      mutation={UpdateProjectDocument}
      input={{
        name: values.name,
        defaultPermission: values.defaultPermission,
        maxConcurrentRuns: toNumber(values.maxConcurrentRuns),
        maxCostUsdPerDay: values.maxCostUsdPerDay.trim() || null,
        maxTokensPerDay: toNumber(values.maxTokensPerDay),
        defaultLimits: {
          maxCostUsd: values.maxCostUsd.trim() || null,
          maxTokens: toNumber(values.maxTokens),
          maxSteps: toNumber(values.maxSteps),
          timeoutMs: timeoutMinutes === null ? null : Math.round(timeoutMinutes * 60_000),
        },
      }}
      onClose={onClose}
    >
      <TextField label="Name" {...field('name')} />
      <div className={look.fields}>
        <TextField isRequired label="Runs at once" type="number" {...field('maxConcurrentRuns')} />
        <SelectField label="Calls without a policy" options={permissions} {...field('defaultPermission')} />
        <TextField label="Cost of a day, in US dollars" {...amount('maxCostUsdPerDay')} />
        <TextField label="Tokens of a day" {...amount('maxTokensPerDay')} />
        <TextField label="Cost of a run, in US dollars" {...amount('maxCostUsd')} />
        <TextField label="Tokens of a run" {...amount('maxTokens')} />
        <TextField label="Steps of a run" {...amount('maxSteps')} />
        <TextField
          label="Time of a run, in minutes"
          type="number"
          placeholder="Unlimited"
          {...field('timeoutMinutes')}
        />
      </div>
    </Ask>
  )
}
