import { createLazyRoute, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useRef } from 'react'
import { AgentOfPageDocument, type AgentShownFragment } from '../../../generated/console/graphql.ts'
import { useNotThere } from '../../data/not-there.ts'
import { inPlace } from '../../data/search.ts'
import { useSession } from '../../data/session.ts'
import { useList } from '../../data/use-list.ts'
import look from '../../ui/look.module.css'
import { Loading, Page, PageWithout } from '../../ui/page.tsx'
import { Label } from '../../ui/status.tsx'
import { type TabOf, Tabs } from '../../ui/tabs.tsx'
import { Ago } from '../../ui/time.tsx'
import { AgentActions } from './agent-actions.tsx'
import { CodeNote, isOfCode } from './agent-notes.tsx'
import type { AgentTab } from './agents-search.ts'
import type { Unsaved } from './edit-tab.tsx'
import { OverviewTab } from './overview-tab.tsx'

const VersionsTab = lazy(async () => ({ default: (await import('./versions-tab.tsx')).VersionsTab }))
const EditTab = lazy(async () => ({ default: (await import('./edit-tab.tsx')).EditTab }))
const ToolsTab = lazy(async () => ({ default: (await import('./tools-tab.tsx')).ToolsTab }))
const PermissionTab = lazy(async () => ({ default: (await import('./permission-tab.tsx')).PermissionTab }))
const BindingsTab = lazy(async () => ({ default: (await import('./bindings-tab.tsx')).BindingsTab }))

export const route = createLazyRoute('/agents/$agentId')({ component: AgentPage })

/** One agent, named in the address by its slug or its global id: its definition, its statistics, and its editor. */
function AgentPage() {
  const { agentId } = route.useParams()
  const variables = isSlug(agentId) ? { slug: agentId } : { id: agentId }
  const { data, error, isLoading, refresh } = useList(AgentOfPageDocument, variables)
  if (data?.agent) return <ShownAgent key={data.agent.id} agent={data.agent} />
  return (
    <PageWithout
      title="Agent"
      error={isLoading ? null : error}
      retry={refresh}
      missing={!isLoading && 'There is no agent with this name.'}
    >
      It may have been deleted, or belong to another project.
    </PageWithout>
  )
}

/** Global ids have capitals, slugs have none. */
function isSlug(name: string): boolean {
  return /^[a-z0-9-]+$/.test(name)
}

function ShownAgent({ agent }: { readonly agent: AgentShownFragment }) {
  const { tab = 'overview' } = route.useSearch()
  const navigate = useNavigate({ from: '/agents/$agentId' })
  const { may } = useSession()
  const unsaved = useRef<Unsaved>(null)
  const tabs: readonly TabOf<AgentTab>[] = [
    { id: 'overview', label: 'Overview', content: <OverviewTab agent={agent} /> },
    { id: 'versions', label: 'Versions', count: agent.version, content: <VersionsTab agent={agent} /> },
    ...(may('ADMIN')
      ? ([{ id: 'edit', label: 'Edit', content: <EditTab agent={agent} unsaved={unsaved} /> }] as const)
      : []),
    { id: 'tools', label: 'Tools', count: agent.tools.length, content: <ToolsTab agent={agent} /> },
    { id: 'permission', label: 'Permission', content: <PermissionTab agent={agent} /> },
    { id: 'bindings', label: 'Bindings', content: <BindingsTab agent={agent} /> },
  ]
  const isOffered = tabs.some(({ id }) => id === tab)
  useNotThere('tab', tab, !isOffered)
  const current = isOffered ? tab : 'overview'
  return (
    <Page
      title={agent.name}
      beside={
        <>
          {isOfCode(agent) && <Label>Code</Label>}
          {agent.archivedAt && <Label tone="waiting">Archived</Label>}
          <Label>{`version ${agent.version}`}</Label>
        </>
      }
      below={
        <>
          <code>{agent.slug}</code>
          <code>{agent.model}</code>
          <span>
            changed <Ago at={agent.updatedAt} />
          </span>
        </>
      }
      actions={<AgentActions agent={agent} />}
    >
      {may('ADMIN') && <CodeNote agent={agent} />}
      {agent.warnings.length > 0 && (
        <ul className={look.notice} data-tone="waiting" aria-label="What is not set up">
          {agent.warnings.map(({ message }) => (
            <li key={message}>{message}</li>
          ))}
        </ul>
      )}
      <Tabs
        label="The agent"
        tabs={tabs.map((each) => ({
          ...each,
          content: each.id === current && <Suspense fallback={<Loading rows={8} />}>{each.content}</Suspense>,
        }))}
        current={current}
        onChange={(next) => void navigate({ search: { tab: next }, ...inPlace })}
      />
    </Page>
  )
}
