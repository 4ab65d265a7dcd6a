import { type NavigateOptions, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import {
  Autocomplete,
  Dialog,
  Header,
  Input,
  ListBox,
  ListBoxItem,
  ListBoxSection,
  Modal,
  ModalOverlay,
  SearchField,
  useFilter,
} from 'react-aria-components'
import { useQuery } from 'urql'
import { PaletteDocument } from '../../generated/console/graphql.ts'
import dialog from '../ui/dialog.module.css'
import look from '../ui/look.module.css'
import menu from '../ui/menu.module.css'
import { StatusDot } from '../ui/status.tsx'
import { useSettled } from '../ui/use-settled.ts'
import styles from './command-palette.module.css'
import { places } from './navigation.tsx'

/** A search field for pages, agents, conversations, and runs by their input or id. Ctrl+K opens it. */
export function CommandPalette(props: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const { isOpen, onClose } = props
  return (
    <ModalOverlay
      isDismissable
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      className={`${dialog.overlay} ${styles.overlay}`}
    >
      <Modal className={dialog.modal ?? ''} style={{ maxWidth: 620 }}>
        <Dialog aria-label="Go to" className={`${dialog.dialog} ${styles.dialog}`}>
          <Finder onClose={onClose} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

interface Item {
  readonly id: string
  readonly text: string
  readonly to: NavigateOptions
  readonly shown: ReactNode
}

function Finder({ onClose }: { readonly onClose: () => void }) {
  const [text, setText] = useState('')
  const search = useSettled(text.trim())
  const [{ data }] = useQuery({ query: PaletteDocument, variables: { search }, pause: search.length < 2 })
  const navigate = useNavigate()
  const { contains } = useFilter({ sensitivity: 'base' })
  const found = search.length < 2 ? undefined : data

  function go(to: NavigateOptions): void {
    onClose()
    void navigate(to)
  }

  const section = (title: string, items: readonly Item[] = []) =>
    items.length > 0 && (
      <ListBoxSection>
        <Header className={`${look.faint} ${styles.header}`}>{title}</Header>
        {items.map(({ id, text, to, shown }) => (
          <ListBoxItem
            key={id}
            textValue={text}
            className={`${menu.item} ${styles.item}`}
            onAction={() => go(to)}
          >
            {shown}
          </ListBoxItem>
        ))}
      </ListBoxSection>
    )

  return (
    <Autocomplete inputValue={text} onInputChange={setText}>
      <SearchField aria-label="Go to" autoFocus className={styles.field ?? ''}>
        <Input
          role="combobox"
          aria-expanded
          placeholder="A page, an agent, a conversation, words of a run, an id…"
          className={styles.input ?? ''}
        />
      </SearchField>
      <ListBox
        aria-label="Places"
        className={styles.list ?? ''}
        selectionMode="none"
        renderEmptyState={() => 'Nothing found.'}
      >
        {isId(text.trim()) && (
          <ListBoxItem
            textValue="Run"
            className={`${menu.item} ${styles.item}`}
            onAction={() => go({ to: '/runs/$runId', params: { runId: text.trim() } })}
          >
            Open the run {text.trim()}
          </ListBoxItem>
        )}
        {section(
          'Pages',
          places
            .filter(({ label }) => contains(label, text))
            .map(({ to, label, icon: Icon, key }) => ({
              ...{ id: to, text: label, to: { to } },
              shown: (
                <>
                  <Icon aria-hidden="true" /> {label}
                  <kbd>g {key}</kbd>
                </>
              ),
            })),
        )}
        {section(
          'Agents',
          found?.agents.nodes.map(({ id, name, slug }) => ({
            ...{ id, text: name },
            to: { to: '/agents/$agentId', params: { agentId: id } },
            shown: (
              <>
                {name} <span className={styles.aside}>{slug}</span>
              </>
            ),
          })),
        )}
        {section(
          'Conversations',
          found?.sessions.nodes.map(({ id, key }) => ({
            ...{ id, text: key, shown: key },
            to: { to: '/sessions/$sessionKey', params: { sessionKey: key } },
          })),
        )}
        {section(
          'Runs',
          found?.runs.nodes.map(({ id, input, status, agent }) => ({
            ...{ id, text: input },
            to: { to: '/runs/$runId', params: { runId: id } },
            shown: (
              <>
                <StatusDot of={status} /> <span className={look.cut}>{input.slice(0, 120)}</span>
                <span className={styles.aside}>{agent.slug}</span>
              </>
            ),
          })),
        )}
      </ListBox>
    </Autocomplete>
  )
}

function isId(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text) || /^UnVu[\w+/=]{20,}$/.test(text)
}
