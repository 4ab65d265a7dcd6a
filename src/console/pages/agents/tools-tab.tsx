import { Link } from '@tanstack/react-router'
import { useQuery } from 'urql'
import { type AgentShownFragment, RulingOfCallDocument } from '../../../generated/console/graphql.ts'
import { formatDuration, formatEnum } from '../../ui/format.ts'
import { JsonView } from '../../ui/json-view.tsx'
import look from '../../ui/look.module.css'
import { Card, Empty } from '../../ui/page.tsx'
import { Label } from '../../ui/status.tsx'
import { PermissionLabel } from './agent-notes.tsx'

type Tool = AgentShownFragment['tools'][number]

/** The tools that an agent may call: their descriptions, their effects, and whether a policy forbids them. */
export function ToolsTab({ agent }: { readonly agent: AgentShownFragment }) {
  const known = new Set(agent.tools.map(({ name }) => name))
  const missing = agent.definition.tools.filter((name) => !known.has(name))
  return (
    <div className={look.stack}>
      {missing.length > 0 && (
        <p className={look.notice} data-tone="waiting">
          This server does not have {missing.join(', ')}: a run that needs it fails.
        </p>
      )}
      {agent.tools.length === 0 ? (
        <Card>
          <Empty title="It has no tools.">Tools are chosen in its definition.</Empty>
        </Card>
      ) : (
        <ul className={look.stack} aria-label="Tools">
          {agent.tools.map((tool) => (
            <li key={tool.name}>
              <OneTool agent={agent} tool={tool} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function OneTool({ agent, tool }: { readonly agent: AgentShownFragment; readonly tool: Tool }) {
  const [{ data }] = useQuery({
    query: RulingOfCallDocument,
    variables: { agent: agent.id, type: 'TOOL', target: tool.name },
  })
  return (
    <Card>
      <div className={look.list}>
        <div className={look.row}>
          <h2 className={look.code}>{tool.name}</h2>
          <Label>{effects[tool.effect]}</Label>
          <Label>{tool.source}</Label>
          {tool.timeoutMs != null && <Label>{`at most ${formatDuration(tool.timeoutMs)}`}</Label>}
          {data && <PermissionLabel of={data.permission.permission} />}
          <span className={look.spread} />
          <Link to="/agents" search={{ tool: tool.name }} className={look.accent}>
            Agents with it
          </Link>
        </div>
        <p>{tool.description}</p>
        <details className={look.fold}>
          <summary>Arguments</summary>
          <JsonView label={`Schema of ${tool.name}`} value={tool.inputSchema} />
        </details>
      </div>
    </Card>
  )
}

const effects: Readonly<Record<Tool['effect'], string>> = {
  READ: 'Changes nothing',
  IDEMPOTENT: formatEnum('idempotent'),
  ONCE: 'Made at most once',
}
