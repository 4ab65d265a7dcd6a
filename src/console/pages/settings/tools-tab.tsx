import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { SettingsToolsDocument, type SettingsToolsQuery } from '../../../generated/console/graphql.ts'
import { given, inPlace } from '../../data/search.ts'
import { useList } from '../../data/use-list.ts'
import { useDialog } from '../../forms/ask.tsx'
import { Filters, SearchBox } from '../../forms/filter.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { formatDuration, formatEnum } from '../../ui/format.ts'
import { JsonView } from '../../ui/json-view.tsx'
import look from '../../ui/look.module.css'
import { Facts } from '../../ui/page.tsx'
import { Label } from '../../ui/status.tsx'
import { type Column, column, ListCard, numeric } from '../../ui/table.tsx'
import { McpServers } from './mcp-servers.tsx'
import { Pick, SettingsPart } from './settings-part.tsx'

type Tool = SettingsToolsQuery['tools'][number]

/** The tools of the server, where each comes from, and which agents may call it. */
export function ToolsTab() {
  const { search } = useSearch({ from: '/settings' })
  const navigate = useNavigate({ from: '/settings' })
  const { ask, dialog } = useDialog()
  const { data, error, refresh } = useList(SettingsToolsDocument, { search: search ?? null })
  const name = (tool: Tool) => (
    <Pick onPick={() => ask((onClose) => <ToolDialog {...{ tool, onClose }} />)}>
      <code>{tool.name}</code>
    </Pick>
  )
  return (
    <SettingsPart text="What agents can call: built-in tools, modules of the operator, and the operations of MCP servers and OpenAPI documents. The settings of the server add them.">
      <Filters>
        <SearchBox
          label="Search tools"
          placeholder="Search by name or description"
          value={search}
          onChange={(text) =>
            void navigate({ search: { tab: 'tools', ...given({ search: text }) }, ...inPlace })
          }
        />
      </Filters>
      <ListCard
        label="Tools"
        columns={[column('Tool', name), ...columns]}
        rows={data?.tools}
        keyOf={({ name }) => name}
        error={error}
        retry={refresh}
        empty="No tool matches."
      />
      <McpServers />
      {dialog}
    </SettingsPart>
  )
}

const columns: readonly Column<Tool>[] = [
  column('What it does', ({ description }) => (
    <span className={`${look.faint} ${look.clip}`}>{description}</span>
  )),
  column('Source', ({ source }) => <Label>{source}</Label>),
  column('Effect', ({ effect }) => (
    <Label {...(effect === 'ONCE' && { tone: 'waiting' })}>{formatEnum(effect)}</Label>
  )),
  numeric('Agents', ({ agents }) => agents.length),
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
        of={{
          Kind: `${formatEnum(kind)} (${source})`,
          Effect: effects[effect],
          'Time limit': timeoutMs == null ? 'That of the run' : formatDuration(timeoutMs),
          Agents: (
            <span className={look.row}>
              {agents.length === 0 && 'None'}
              {agents.map(({ id, slug }) => (
                <Link key={id} to="/agents/$agentId" params={{ agentId: id }}>
                  <Label>{slug}</Label>
                </Link>
              ))}
            </span>
          ),
        }}
      />
      <JsonView label={`Schema of the arguments of ${name}`} value={inputSchema} />
    </Dialog>
  )
}
