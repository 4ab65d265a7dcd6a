import { createLazyRoute, Link } from '@tanstack/react-router'
import {
  BrainCircuit,
  CalendarClock,
  Database,
  Gauge,
  KeyRound,
  type LucideIcon,
  Server,
  Webhook,
  Workflow,
  Wrench,
  Zap,
} from 'lucide-react'
import { type ComponentType, useEffect, useRef } from 'react'
import type { ApiKeyRole } from '../../../generated/console/graphql.ts'
import { useNotThere } from '../../data/not-there.ts'
import { useSession } from '../../data/session.ts'
import look from '../../ui/look.module.css'
import { Page } from '../../ui/page.tsx'
import { EventsTab } from './events-tab.tsx'
import { KeysTab } from './keys-tab.tsx'
import { ModelsTab } from './models-tab.tsx'
import { ProjectTab } from './project-tab.tsx'
import { RelicsTab } from './relics-tab.tsx'
import { SchedulesTab } from './schedules-tab.tsx'
import { ServerTab } from './server-tab.tsx'
import styles from './settings-page.module.css'
import type { SettingsTab } from './settings-search.ts'
import { ToolsTab } from './tools-tab.tsx'
import { WebhooksTab } from './webhooks-tab.tsx'
import { WorkflowsTab } from './workflows-tab.tsx'

export const route = createLazyRoute('/settings')({ component: SettingsPage })

interface Part {
  readonly id: SettingsTab
  readonly label: string
  readonly icon: LucideIcon
  /** Least role that may see it. */
  readonly role: ApiKeyRole
  readonly content: ComponentType
}

const parts: readonly Part[] = [
  { id: 'keys', label: 'API keys', icon: KeyRound, role: 'ADMIN', content: KeysTab },
  { id: 'webhooks', label: 'Webhooks', icon: Webhook, role: 'VIEWER', content: WebhooksTab },
  { id: 'schedules', label: 'Schedules', icon: CalendarClock, role: 'VIEWER', content: SchedulesTab },
  { id: 'events', label: 'Events', icon: Zap, role: 'VIEWER', content: EventsTab },
  { id: 'relics', label: 'Data stores (relics)', icon: Database, role: 'VIEWER', content: RelicsTab },
  { id: 'workflows', label: 'Workflows', icon: Workflow, role: 'VIEWER', content: WorkflowsTab },
  { id: 'tools', label: 'Tools', icon: Wrench, role: 'VIEWER', content: ToolsTab },
  { id: 'models', label: 'Models', icon: BrainCircuit, role: 'VIEWER', content: ModelsTab },
  { id: 'project', label: 'Project', icon: Gauge, role: 'VIEWER', content: ProjectTab },
  { id: 'server', label: 'Server', icon: Server, role: 'VIEWER', content: ServerTab },
]

/** The settings of the project and the server, one part at a time. Parts that a role may not see are not offered. */
function SettingsPage() {
  const { tab } = route.useSearch()
  const { may } = useSession()
  const offered = parts.filter(({ role }) => may(role))
  const current = offered.find(({ id }) => id === tab) ?? offered[0]
  useNotThere('tab', tab, !offered.some(({ id }) => id === tab))
  const Content = current?.content
  const navigation = useRef<HTMLElement>(null)
  const id = current?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: on a phone another part may stand out of sight.
  useEffect(() => {
    navigation.current
      ?.querySelector('[aria-current]')
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [id])
  return (
    <Page title="Settings">
      <div className={styles.body}>
        <nav ref={navigation} aria-label="Settings" className={styles.navigation}>
          {offered.map(({ id, label, icon: Icon }) => (
            <Link
              key={id}
              to="/settings"
              search={{ tab: id }}
              className={styles.tab}
              aria-current={id === current?.id ? 'page' : undefined}
            >
              <Icon aria-hidden="true" />
              {label}
            </Link>
          ))}
        </nav>
        <div className={look.stack}>{Content && <Content key={current.id} />}</div>
      </div>
    </Page>
  )
}
