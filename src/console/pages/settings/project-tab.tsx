import { Pencil } from 'lucide-react'
import { useState } from 'react'
import {
  type Permission,
  type ProjectSettingsFragment,
  SettingsProjectDocument,
  UpdateProjectDocument,
} from '../../../generated/console/graphql.ts'
import { useSession } from '../../data/session-provider.tsx'
import { useAction } from '../../data/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { costOf, formatCost, formatCount, formatDuration, formatWhole } from '../../ui/format.ts'
import { Meter } from '../../ui/meter.tsx'
import { Card, Columns, Facts } from '../../ui/page.tsx'
import { Loading, Problem } from '../../ui/states.tsx'
import { AskDialog } from '../run/dialogs/ask-dialog.tsx'
import { Intro } from './intro.tsx'
import styles from './settings-page.module.css'
import { useList } from './use-list.ts'

const permissions: readonly { readonly value: Permission; readonly label: string }[] = [
  { value: 'ALLOW', label: 'Allowed' },
  { value: 'REQUIRE_APPROVAL', label: 'Needs approval' },
  { value: 'DENY', label: 'Denied' },
]

/** The limits of the project: of a day, of all its runs together, and of a run that brings none of its own. */
export function ProjectTab() {
  const { may } = useSession()
  const { data, error, refresh } = useList(SettingsProjectDocument, {})
  const [isEditing, setEditing] = useState(false)
  const project = data?.project
  return (
    <>
      <Intro text="Limits apply to model calls from now on. A run has the limits of its trigger, or else of its agent, or else these.">
        {may('ADMIN') && project && (
          <Button onPress={() => setEditing(true)}>
            <Pencil /> Edit
          </Button>
        )}
      </Intro>
      <Problem error={error} retry={refresh} />
      {!project ? (
        <Loading rows={8} />
      ) : (
        <Columns min={280}>
          <Card title="Today (UTC)">
            <Spending project={project} />
          </Card>
          <Card title="Project">
            <Facts
              of={[
                ['Name', project.name],
                ['Slug', <code key="slug">{project.slug}</code>],
                ['Runs at once', formatWhole(project.maxConcurrentRuns)],
                [
                  'Calls without a policy',
                  permissions.find(({ value }) => value === project.defaultPermission)?.label,
                ],
              ]}
            />
          </Card>
          <Card title="Limits of a run">
            <Facts
              of={[
                ['Cost', limit(project.defaultLimits.maxCostUsd, formatCost)],
                ['Tokens', limit(project.defaultLimits.maxTokens, formatCount)],
                ['Steps', limit(project.defaultLimits.maxSteps, formatWhole)],
                ['Time', limit(project.defaultLimits.timeoutMs, formatDuration)],
              ]}
            />
          </Card>
        </Columns>
      )}
      {isEditing && project && <ProjectForm project={project} onClose={() => setEditing(false)} />}
    </>
  )
}

function limit<Value>(value: Value | null | undefined, format: (value: Value) => string): string {
  return value == null ? 'Unlimited' : format(value)
}

function Spending({
  project: { spentToday, maxCostUsdPerDay, maxTokensPerDay },
}: {
  readonly project: ProjectSettingsFragment
}) {
  const { costUsd, tokens, reservedUsd, reservedTokens } = spentToday
  const cost = costOf(spentToday)
  return (
    <div className={styles.stack}>
      {maxCostUsdPerDay != null && (
        <Meter
          label="Cost"
          value={Number(costUsd)}
          max={Number(maxCostUsdPerDay)}
          text={`${cost} of ${formatCost(maxCostUsdPerDay)}`}
        />
      )}
      {maxTokensPerDay != null && (
        <Meter
          label="Tokens"
          value={tokens}
          max={maxTokensPerDay}
          text={`${formatCount(tokens)} of ${formatCount(maxTokensPerDay)}`}
        />
      )}
      <Facts
        of={[
          ...(maxCostUsdPerDay == null ? [['Cost', `${cost}, unlimited`] as const] : []),
          ...(maxTokensPerDay == null ? [['Tokens', `${formatCount(tokens)}, unlimited`] as const] : []),
          [
            'Reserved',
            `${formatCost(reservedUsd)} and ${formatCount(reservedTokens)} tokens for calls under way`,
          ],
        ]}
      />
    </div>
  )
}

const toText = (value: string | number | null | undefined) => (value == null ? '' : String(value))
const toNumber = (text: string) => (text.trim() === '' ? null : Number(text))

function ProjectForm({
  project,
  onClose,
}: {
  readonly project: ProjectSettingsFragment
  readonly onClose: () => void
}) {
  const { defaultLimits } = project
  const [form, setForm] = useState({
    name: project.name,
    maxConcurrentRuns: toText(project.maxConcurrentRuns),
    maxCostUsdPerDay: toText(project.maxCostUsdPerDay),
    maxTokensPerDay: toText(project.maxTokensPerDay),
    maxCostUsd: toText(defaultLimits.maxCostUsd),
    maxTokens: toText(defaultLimits.maxTokens),
    maxSteps: toText(defaultLimits.maxSteps),
    timeoutMinutes: toText(defaultLimits.timeoutMs == null ? null : defaultLimits.timeoutMs / 60_000),
  })
  const [defaultPermission, setPermission] = useState(project.defaultPermission)
  const { send, isSending, problem } = useAction(UpdateProjectDocument, 'Project')
  const field = (name: keyof typeof form, label: string) => (
    <TextField
      label={label}
      value={form[name]}
      {...(name !== 'name' && { type: 'number' as const })}
      {...(name !== 'name' && name !== 'maxConcurrentRuns' && { placeholder: 'Unlimited' })}
      onChange={(value) => setForm((now) => ({ ...now, [name]: value }))}
    />
  )
  async function save(): Promise<void> {
    const timeoutMinutes = toNumber(form.timeoutMinutes)
    const saved = await send({
      input: {
        name: form.name,
        defaultPermission,
        maxConcurrentRuns: toNumber(form.maxConcurrentRuns),
        maxCostUsdPerDay: form.maxCostUsdPerDay.trim() || null,
        maxTokensPerDay: toNumber(form.maxTokensPerDay),
        defaultLimits: {
          maxCostUsd: form.maxCostUsd.trim() || null,
          maxTokens: toNumber(form.maxTokens),
          maxSteps: toNumber(form.maxSteps),
          timeoutMs: timeoutMinutes === null ? null : Math.round(timeoutMinutes * 60_000),
        },
      },
    })
    if (saved) onClose()
  }
  return (
    <AskDialog
      title="Edit the project"
      verb="Save"
      // Null leaves it unchanged: there is always a limit.
      isReady={toNumber(form.maxConcurrentRuns) !== null}
      {...{ isSending, problem, onClose }}
      act={save}
    >
      {field('name', 'Name')}
      <div className={styles.form}>
        {field('maxConcurrentRuns', 'Runs at once')}
        <SelectField
          label="Calls without a policy"
          value={defaultPermission}
          options={permissions}
          onChange={setPermission}
        />
        {field('maxCostUsdPerDay', 'Cost of a day, in US dollars')}
        {field('maxTokensPerDay', 'Tokens of a day')}
        {field('maxCostUsd', 'Cost of a run, in US dollars')}
        {field('maxTokens', 'Tokens of a run')}
        {field('maxSteps', 'Steps of a run')}
        {field('timeoutMinutes', 'Time of a run, in minutes')}
      </div>
    </AskDialog>
  )
}
