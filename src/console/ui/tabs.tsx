import { type ReactNode, useEffect, useRef } from 'react'
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from 'react-aria-components'
import styles from './tabs.module.css'

export interface TabOf<Id extends string> {
  readonly id: Id
  readonly label: string
  readonly count?: number | null | undefined
  readonly content: ReactNode
}

/** Panels of which one is shown. Which one is the caller's: it stands in the address. */
export function Tabs<Id extends string>(props: {
  readonly label: string
  readonly tabs: readonly TabOf<Id>[]
  readonly current: Id
  readonly onChange: (id: Id) => void
}) {
  const { label, tabs, current, onChange } = props
  const list = useRef<HTMLDivElement>(null)
  // On a phone there is no room for all of them.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is shown.
  useEffect(() => {
    // The tabs are drawn after this effect.
    const frame = requestAnimationFrame(() =>
      list.current
        ?.querySelector('[aria-selected="true"]')
        ?.scrollIntoView({ block: 'nearest', inline: 'nearest' }),
    )
    return () => cancelAnimationFrame(frame)
  }, [current])
  return (
    <AriaTabs
      selectedKey={current}
      onSelectionChange={(key) => {
        const tab = tabs.find(({ id }) => id === key)
        if (tab) onChange(tab.id)
      }}
      className={styles.tabs ?? ''}
    >
      <TabList ref={list} aria-label={label} className={styles.list ?? ''}>
        {tabs.map(({ id, label, count }) => (
          <Tab key={id} id={id} className={styles.tab ?? ''}>
            {label}
            {count != null && <span className={styles.count}>{count}</span>}
          </Tab>
        ))}
      </TabList>
      {tabs.map(({ id, content }) => (
        <TabPanel key={id} id={id} className={styles.panel ?? ''}>
          {content}
        </TabPanel>
      ))}
    </AriaTabs>
  )
}
