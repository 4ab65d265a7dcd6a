import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { SettingsToolsDocument, type SettingsToolsQuery } from '../../../generated/console/graphql.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { formatDuration, formatEnum } from '../../ui/format.ts'
import { JsonView } from '../../ui/json-view.tsx'
import { Card, Facts } from '../../ui/page.tsx'
import { Empty, Loading, Problem } from '../../ui/states.tsx'
import { Label } from '../../ui/status.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { Intro } from './intro.tsx'
import styles from './settings-page.module.css'
import { useList } from './use-list.ts'

type Tool = SettingsToolsQuery['tools'][number]

/** The tools of the server, where each comes from, and which agents may call it. */
export function ToolsTab() {
  const { search = '' } = useSearch({ from: '/settings' })
  const navigate = useNavigate({ from: '/settings' })
  const [opened, setOpened] = useState<Tool | null>(null)
  const { data, error, refresh } = useList(SettingsToolsDocument, { search: search || null })
  const columns: readonly Column<Tool>[] = [
    {
      name: 'Tool',
      cell: (tool) => (
        <button type="button" className={styles.pick} onClick={() => setOpened(tool)}>
          <code className={styles.code}>{tool.name}</code>
        </button>
      ),
    },
    ...shownColumns,
  ]
  return (
    <>
      <Intro text="What agents can call: built-in tools, modules of the operator, and the operations of MCP servers and OpenAPI documents. The settings of the server add them." />
      <div className={styles.tools}>
        <div className={styles.search}>
          <TextField
            label="Search tools"
            isBare
            type="search"
            placeholder="Search by name or description"
            value={search}
            onChange={(text) =>
              void navigate({ search: { tab: 'tools', ...(text && { search: text }) }, replace: true })
            }
          />
        </div>
      </div>
      <Problem error={error} retry={refresh} />
      <Card isFlush>
        {!data && !error && <Loading rows={8} height={24} />}
        {data?.tools.length === 0 && <Empty title="No tool matches." />}
        {data && data.tools.length > 0 && (
          <Table label="Tools" columns={columns} rows={data.tools} keyOf={({ name }) => name} />
        )}
      </Card>
      {opened && <ToolDialog tool={opened} onClose={() => setOpened(null)} />}
    </>
  )
}

const shownColumns: readonly Column<Tool>[] = [
  {
    name: 'What it does',
    cell: ({ description }) => <span className={`${styles.sub} ${styles.clip}`}>{description}</span>,
  },
  { name: 'Source', cell: ({ source }) => <Label>{source}</Label> },
  {
    name: 'Effect',
    cell: ({ effect }) => <Label {...(effect === 'ONCE' && { tone: 'waiting' })}>{formatEnum(effect)}</Label>,
  },
  { name: 'Agents', isNumber: true, cell: ({ agents }) => agents.length },
]

const effects: Readonly<Record<Tool['effect'], string>> = {
  READ: 'Reads. An interrupted call is repeated.',
  IDEMPOTENT: 'Has the same effect if it is made twice. An interrupted call is repeated with the same key.',
  ONCE: 'Acts once. An interrupted call is never repeated.',
}

function ToolDialog({ tool, onClose }: { readonly tool: Tool; readonly onClose: () => void }) {
  const { name, description, kind, source, effect, timeoutMs, inputSchema, agents } = tool
  return (
    <Dialog title={name} isOpen onClose={onClose} width={680}>
      <p>{description}</p>
      <Facts
        of={[
          ['Kind', `${formatEnum(kind)} (${source})`],
          ['Effect', effects[effect]],
          ['Time limit', timeoutMs == null ? 'That of the run' : formatDuration(timeoutMs)],
          [
            'Agents',
            <span key="agents" className={styles.labels}>
              {agents.length === 0 && 'None'}
              {agents.map(({ id, slug }) => (
                <Link key={id} to="/agents/$agentId" params={{ agentId: id }}>
                  <Label>{slug}</Label>
                </Link>
              ))}
            </span>,
          ],
        ]}
      />
      <JsonView label={`Schema of the arguments of ${name}`} value={inputSchema} />
    </Dialog>
  )
}
