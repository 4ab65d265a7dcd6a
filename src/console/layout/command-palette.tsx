import { type NavigateOptions, useNavigate } from '@tanstack/react-router'
import { useDeferredValue, useEffect, useState } from 'react'
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
import { StatusDot } from '../ui/status.tsx'
import styles from './command-palette.module.css'
import { places } from './navigation.tsx'

/** A search field for pages, agents, conversations, and runs by their input or id. Ctrl+K opens it. */
export function CommandPalette({
  isOpen,
  onClose,
}: {
  readonly isOpen: boolean
  readonly onClose: () => void
}) {
  return (
    <ModalOverlay
      isDismissable
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      className={styles.overlay ?? ''}
    >
      <Modal className={styles.modal ?? ''}>
        <Dialog aria-label="Go to" className={styles.dialog ?? ''}>
          <Finder onClose={onClose} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

function Finder({ onClose }: { readonly onClose: () => void }) {
  const [text, setText] = useState('')
  const search = useDeferredValue(useSettled(text.trim()))
  const [{ data }] = useQuery({ query: PaletteDocument, variables: { search }, pause: search.length < 2 })
  const navigate = useNavigate()
  const { contains } = useFilter({ sensitivity: 'base' })
  const found = search.length < 2 ? undefined : data

  function go(to: NavigateOptions): void {
    onClose()
    void navigate(to)
  }

  return (
    <Autocomplete inputValue={text} onInputChange={setText}>
      <SearchField aria-label="Go to" autoFocus className={styles.field ?? ''}>
        <Input
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
            className={styles.item ?? ''}
            onAction={() => go({ to: '/runs/$runId', params: { runId: text.trim() } })}
          >
            Open the run {text.trim()}
          </ListBoxItem>
        )}
        <ListBoxSection className={styles.section ?? ''}>
          <Header className={styles.header ?? ''}>Pages</Header>
          {places
            .filter(({ label }) => contains(label, text))
            .map(({ to, label, icon: Icon, key }) => (
              <ListBoxItem
                key={to}
                textValue={label}
                className={styles.item ?? ''}
                onAction={() => go({ to })}
              >
                <Icon aria-hidden="true" /> {label}
                <kbd>g {key}</kbd>
              </ListBoxItem>
            ))}
        </ListBoxSection>
        {found && found.agents.nodes.length > 0 && (
          <ListBoxSection className={styles.section ?? ''}>
            <Header className={styles.header ?? ''}>Agents</Header>
            {found.agents.nodes.map(({ id, name, slug }) => (
              <ListBoxItem
                key={id}
                textValue={name}
                className={styles.item ?? ''}
                onAction={() => go({ to: '/agents/$agentId', params: { agentId: id } })}
              >
                {name} <span className={styles.aside}>{slug}</span>
              </ListBoxItem>
            ))}
          </ListBoxSection>
        )}
        {found && found.sessions.nodes.length > 0 && (
          <ListBoxSection className={styles.section ?? ''}>
            <Header className={styles.header ?? ''}>Conversations</Header>
            {found.sessions.nodes.map(({ id, key }) => (
              <ListBoxItem
                key={id}
                textValue={key}
                className={styles.item ?? ''}
                onAction={() => go({ to: '/sessions/$sessionKey', params: { sessionKey: key } })}
              >
                {key}
              </ListBoxItem>
            ))}
          </ListBoxSection>
        )}
        {found && found.runs.nodes.length > 0 && (
          <ListBoxSection className={styles.section ?? ''}>
            <Header className={styles.header ?? ''}>Runs</Header>
            {found.runs.nodes.map(({ id, input, status, agent }) => (
              <ListBoxItem
                key={id}
                textValue={input}
                className={styles.item ?? ''}
                onAction={() => go({ to: '/runs/$runId', params: { runId: id } })}
              >
                <StatusDot of={status} /> <span className={styles.text}>{input.slice(0, 120)}</span>
                <span className={styles.aside}>{agent.slug}</span>
              </ListBoxItem>
            ))}
          </ListBoxSection>
        )}
      </ListBox>
    </Autocomplete>
  )
}

/** The text once nothing was typed for a moment: not every letter is asked of the server. */
function useSettled(text: string): string {
  const [settled, settle] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => settle(text), 200)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

function isId(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text) || /^UnVu[\w+/=]{20,}$/.test(text)
}
