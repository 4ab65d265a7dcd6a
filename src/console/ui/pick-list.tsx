import { useRouter } from '@tanstack/react-router'
import { Check } from 'lucide-react'
import { useState } from 'react'
import {
  Autocomplete,
  Header,
  Input,
  ListBox,
  ListBoxItem,
  ListBoxSection,
  RouterProvider,
  SearchField,
  type Selection,
  useFilter,
} from 'react-aria-components'
import field from './field.module.css'
import look from './look.module.css'
import menu from './menu.module.css'
import type { PickOption } from './pick-field.tsx'
import styles from './pick-list.module.css'

interface Props {
  readonly label: string
  readonly options: readonly PickOption[]
  readonly value?: readonly string[]
  readonly isMany?: boolean
  readonly any?: string
  readonly onChange?: (value: readonly string[]) => void
  readonly onSearch?: ((words: string) => void) | undefined
  readonly takesWords?: boolean
  readonly onClose: () => void
}

/** So many options are drawn: whoever looks for another one goes on writing. */
const most = 200

/** A search field, and what it finds. Arrow keys move, Enter chooses. */
export function PickList(props: Props) {
  const { label, options, value = [], isMany = false, any, onChange, onSearch, onClose } = props
  const [words, setWords] = useState('')
  const { history } = useRouter()
  const { contains } = useFilter({ sensitivity: 'base' })
  const written = words.trim()
  const lost = value.filter((each) => !options.some((option) => option.value === each))
  const known: readonly PickOption[] = [...lost.map((each) => ({ value: each, label: each })), ...options]
  const found = known.filter(({ label, value }) => contains(label, written) || contains(value, written))
  const isOther = props.takesWords && written !== '' && known.every((option) => option.value !== written)
  const shown: readonly PickOption[] = [
    ...(isOther ? [{ value: written, label: written, note: 'as written' }] : []),
    ...found.slice(0, most),
  ]
  const groups = [...Map.groupBy(shown, ({ group = '' }) => group)].toSorted(([a], [b]) => rank(a) - rank(b))

  function choose(keys: Selection): void {
    const chosen = keys === 'all' ? [] : [...keys].map(String)
    // What is chosen and not found by the words stays chosen.
    const others = isMany ? value.filter((each) => !shown.some((option) => option.value === each)) : []
    onChange?.([...others, ...chosen])
    if (!isMany) onClose()
  }

  return (
    // A link of the list leads on within the page; with a key held, the browser opens it as any other.
    <RouterProvider navigate={(path) => history.push(path)}>
      <Autocomplete
        inputValue={words}
        onInputChange={(next) => {
          setWords(next)
          onSearch?.(next.trim())
        }}
      >
        <SearchField aria-label={`Search: ${label}`} autoFocus className={styles.search ?? ''}>
          {/* The list is always there, and scrolls with its arrow keys. */}
          <Input
            role="combobox"
            aria-expanded
            className={field.input ?? ''}
            placeholder="Search"
            maxLength={200}
          />
        </SearchField>
        {any !== undefined && value.length > 0 && (
          <button
            type="button"
            className={`${look.pressable} ${menu.item} ${styles.none}`}
            onClick={() => {
              onChange?.([])
              onClose()
            }}
          >
            {any}
          </button>
        )}
        <ListBox
          aria-label={label}
          className={`${menu.menu} ${styles.list}`}
          selectionMode={onChange ? (isMany ? 'multiple' : 'single') : 'none'}
          selectedKeys={value}
          // It closes the list, and what is chosen stays.
          escapeKeyBehavior="none"
          onSelectionChange={choose}
          renderEmptyState={() => <p className={`${look.faint} ${styles.empty}`}>Nothing found.</p>}
        >
          {groups.map(([group, members]) => {
            const items = members.map((option) => (
              <Item key={option.value} {...{ option, onClose }} isChosen={value.includes(option.value)} />
            ))
            return group === '' ? (
              items
            ) : (
              <ListBoxSection key={group}>
                <Header className={`${look.faint} ${styles.header}`}>{group}</Header>
                {items}
              </ListBoxSection>
            )
          })}
        </ListBox>
        {found.length > most && (
          <p className={`${look.faint} ${styles.header}`}>The first {most} are shown. Search for others.</p>
        )}
      </Autocomplete>
    </RouterProvider>
  )
}

function Item(props: {
  readonly option: PickOption
  readonly isChosen: boolean
  readonly onClose: () => void
}) {
  const { option, isChosen, onClose } = props
  const { value, label, note, href } = option
  return (
    <ListBoxItem
      id={value}
      textValue={label}
      className={`${menu.item} ${field.option}`}
      {...(href !== undefined && { href, onAction: onClose })}
    >
      <span className={look.two}>
        {label}
        {note && <span className={look.faint}>{note}</span>}
      </span>
      {isChosen && <Check aria-hidden="true" />}
    </ListBoxItem>
  )
}

/** Those without a heading first. */
function rank(group: string): number {
  return group === '' ? 0 : 1
}
