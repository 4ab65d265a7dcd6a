import { Link, type LinkProps } from '@tanstack/react-router'
import {
  Activity,
  Bot,
  ChartColumn,
  FlaskConical,
  LayoutDashboard,
  type LucideIcon,
  MessagesSquare,
  Settings,
  ShieldQuestion,
} from 'lucide-react'
import { useQuery, useSubscription } from 'urql'
import { OpenGatesDocument, OpenGatesUpdatesDocument } from '../../generated/console/graphql.ts'
import look from '../ui/look.module.css'
import styles from './navigation.module.css'

export interface Place {
  readonly to: NonNullable<LinkProps['to']>
  readonly label: string
  readonly icon: LucideIcon
  /** Pressed after `g`. */
  readonly key: string
}

export const places: readonly Place[] = [
  { to: '/', label: 'Board', icon: LayoutDashboard, key: 'b' },
  { to: '/runs', label: 'Runs', icon: Activity, key: 'r' },
  { to: '/gates', label: 'Gates', icon: ShieldQuestion, key: 'g' },
  { to: '/agents', label: 'Agents', icon: Bot, key: 'a' },
  { to: '/sessions', label: 'Conversations', icon: MessagesSquare, key: 'c' },
  { to: '/evaluations', label: 'Evaluations', icon: FlaskConical, key: 'e' },
  { to: '/usage', label: 'Usage', icon: ChartColumn, key: 'u' },
  { to: '/settings', label: 'Settings', icon: Settings, key: 's' },
]

export function Navigation() {
  const [{ data }] = useQuery({ query: OpenGatesDocument })
  useSubscription({ query: OpenGatesUpdatesDocument })
  const openGates = data?.gates.totalCount ?? 0
  return (
    <nav aria-label="Pages" className={styles.navigation}>
      {places.map(({ to, label, icon: Icon }) => (
        <Link
          key={to}
          to={to}
          className={styles.link}
          activeOptions={{ exact: to === '/', includeSearch: false }}
        >
          <Icon aria-hidden="true" />
          {label}
          {to === '/gates' && openGates > 0 && (
            <span className={styles.badge}>
              {openGates}
              <span className={look.hidden}> open</span>
            </span>
          )}
        </Link>
      ))}
    </nav>
  )
}
