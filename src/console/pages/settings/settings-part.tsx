import { Link, useSearch } from '@tanstack/react-router'
import { type LucideIcon, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { useNotThere } from '../../data/not-there.ts'
import { useSession } from '../../data/session.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { CopyButton } from '../../ui/json-view.tsx'
import look from '../../ui/look.module.css'
import { Panel } from '../../ui/panel.tsx'
import { Status } from '../../ui/status.tsx'
import { type Column, column } from '../../ui/table.tsx'
import styles from './settings-page.module.css'
import type { SettingsTab } from './settings-search.ts'

/** A part of the settings: its purpose, a button for administrators, and its content. */
export function SettingsPart(props: {
  readonly text: string
  readonly add?: string | undefined
  readonly icon?: LucideIcon
  readonly onAdd?: () => void
  readonly children: ReactNode
}) {
  const { text, add, icon = Plus, onAdd, children } = props
  const { may } = useSession()
  return (
    <>
      <div className={`${look.ends} ${styles.intro}`}>
        <p>{text}</p>
        {onAdd && may('ADMIN') && <Button label={add ?? ''} kind="primary" icon={icon} onPress={onAdd} />}
      </div>
      {children}
    </>
  )
}

/** The object of a list that the address names, or the first one. */
export function useOpened<Item extends { readonly id: string }>(items?: readonly Item[]) {
  const { item } = useSearch({ from: '/settings' })
  useNotThere('item', item, items !== undefined && !items.some(({ id }) => id === item))
  return items?.find(({ id }) => id === item) ?? items?.[0]
}

/** What is shown of the opened object below its list. */
export function OpenedPanel({ children }: { readonly children: ReactNode }) {
  const { item } = useSearch({ from: '/settings' })
  return <Panel of={item}>{children}</Panel>
}

/** The name of an object of a list; it opens the object below the list. */
export function Opener(props: {
  readonly tab: SettingsTab
  readonly id: string
  readonly opened: string | undefined
  readonly children: ReactNode
}) {
  const { tab, id, opened, children } = props
  return (
    <Link to="/settings" search={{ tab, item: id }} aria-current={id === opened} className={look.name}>
      {children}
    </Link>
  )
}

/** A word of a row that opens a dialog. */
export function Pick({ onPick, children }: { readonly onPick: () => void; readonly children: ReactNode }) {
  return (
    <button type="button" className={`${look.name} ${look.nowrap}`} onClick={onPick}>
      {children}
    </button>
  )
}

/** A schedule, or an event trigger. */
interface Starter {
  readonly agent: { readonly id: string; readonly name: string }
  readonly input: string
  readonly enabled: boolean
  readonly lastError: string | null
}

/** The agent and the state of what starts runs. `failed` is said of it where it started none the last time. */
export function starterColumns(failed: string): readonly Column<Starter>[] {
  return [
    column('Agent and input', ({ agent, input }: Starter) => (
      <div className={look.two}>
        <Link to="/agents/$agentId" params={{ agentId: agent.id }} className={look.link}>
          {agent.name}
        </Link>
        <span className={`${look.faint} ${look.clip}`}>{input}</span>
      </div>
    )),
    column('State', ({ enabled, lastError }: Starter) => (
      <div className={look.two}>
        {!enabled && <Status of="PAUSED" />}
        {enabled && !lastError && <Status of="COMPLETED" label="Enabled" />}
        {lastError && <Status of="FAILED" label={failed} />}
        <span className={look.bad}>{lastError}</span>
      </div>
    )),
  ]
}

/** A secret that is shown this once: nothing but its button closes it. */
export function SecretDialog(props: {
  readonly title: string
  readonly secret: string
  readonly onClose: () => void
  readonly children: ReactNode
}) {
  const { title, secret, onClose, children } = props
  return (
    <Dialog
      title={title}
      isOpen
      onClose={onClose}
      isDismissable={false}
      actions={<Button label="I have copied it" kind="primary" onPress={onClose} />}
    >
      <div className={`${look.well} ${look.code} ${styles.secret}`} data-testid="secret">
        {secret}
        <CopyButton text={secret} label="Copy the secret" />
      </div>
      {children}
    </Dialog>
  )
}
