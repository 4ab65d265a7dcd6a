import { Link, Outlet, useRouterState } from '@tanstack/react-router'
import {
  CircleUser,
  Clock,
  Code,
  Globe,
  LogOut,
  type LucideIcon,
  Menu as MenuIcon,
  Monitor,
  Moon,
  Search,
  Sun,
} from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { ConnectionState } from '../../client/index.ts'
import { connection } from '../data/live.ts'
import { ConnectionContext } from '../data/reach.ts'
import { useSession } from '../data/session.ts'
import { Button } from '../ui/button.tsx'
import { formatEnum } from '../ui/format.ts'
import look from '../ui/look.module.css'
import { Menu, type MenuChoice } from '../ui/menu.tsx'
import { type Clocks, chooseClocks, useClocks } from '../ui/zone.ts'
import { Logo } from './logo.tsx'
import { Navigation } from './navigation.tsx'
import styles from './shell.module.css'
import { useShortcuts } from './shortcuts.ts'
import { chooseTheme, chosenTheme, type Theme } from './theme.ts'

const loadPalette = () => import('./command-palette.tsx')
const CommandPalette = lazy(async () => ({ default: (await loadPalette()).CommandPalette }))

/** The frame around every page: navigation, the palette, the signed-in caller, and the state of the connection. */
export function Shell() {
  const [isPaletteOpen, setPaletteOpen] = useState(false)
  const [isMenuOpen, setMenuOpen] = useState(false)
  const content = useRef<HTMLElement>(null)
  const clocks = useClocks()
  const state = useSyncExternalStore(connection.subscribe, connection.current)
  useShortcuts()
  const path = useRouterState({ select: ({ location }) => location.pathname })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page closes the menu of a phone.
  useEffect(() => setMenuOpen(false), [path])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // The first key of the two already brings the code.
      if (event.key === 'Meta' || event.key === 'Control') void loadPalette()
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey)) return
      event.preventDefault()
      setPaletteOpen((isOpen) => !isOpen)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])

  return (
    <div className={styles.shell}>
      {/* A link to `#content` would lead to the address of `<base>`, which is the board. */}
      <button type="button" className={styles.skip} onClick={() => content.current?.focus()}>
        Skip to the content
      </button>
      <section aria-label="Console" className={`${look.column} ${styles.side}`} data-open={isMenuOpen}>
        <div className={`${look.ends} ${styles.brand}`}>
          <Link to="/" className={`${look.inline} ${styles.name}`}>
            <Logo /> Rungraph
          </Link>
          <span className={styles.menuButton}>
            <Button
              icon={MenuIcon}
              kind="quiet"
              aria-label={isMenuOpen ? 'Close the menu' : 'Open the menu'}
              onPress={() => setMenuOpen(!isMenuOpen)}
            />
          </span>
        </div>
        <div className={`${look.column} ${styles.drawer}`}>
          <button
            type="button"
            className={`${look.inline} ${styles.search}`}
            onPointerEnter={() => void loadPalette()}
            onClick={() => setPaletteOpen(true)}
          >
            <Search aria-hidden="true" /> Go to… <kbd>{isMac ? '⌘' : 'Ctrl'} K</kbd>
          </button>
          <Navigation />
          <AccountMenu />
        </div>
      </section>
      <main ref={content} id="content" className={styles.main} tabIndex={-1}>
        <ConnectionNote state={state} />
        {/* With other clocks, everything that shows a time is drawn anew. */}
        <ConnectionContext value={state}>
          <Outlet key={clocks} />
        </ConnectionContext>
      </main>
      {isPaletteOpen && (
        <Suspense>
          <CommandPalette isOpen onClose={() => setPaletteOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** Shows that the connection broke, until there is another; the page stays as it was. */
function ConnectionNote({ state }: { readonly state: ConnectionState }) {
  return (
    <div role="status" className={styles.place}>
      {state === 'broken' && (
        <p className={`${look.notice} ${styles.note}`} data-tone="waiting">
          The server cannot be reached. Connecting again… What you see is from before.
        </p>
      )}
    </div>
  )
}

/** Who is signed in, the theme, the clocks that times are shown by, and the way out. */
function AccountMenu() {
  const { caller, project, server, signOut } = useSession()
  const [theme, setTheme] = useState(chosenTheme)
  const clocks = useClocks()
  const themeChoice = (value: Theme, label: string, icon: LucideIcon): MenuChoice => ({
    id: value,
    label: value === theme ? `${label} ✓` : label,
    icon,
    act: () => {
      chooseTheme(value)
      setTheme(value)
    },
  })
  const clocksChoice = (value: Clocks, label: string, icon: LucideIcon): MenuChoice => ({
    id: value,
    label: value === clocks ? `${label} ✓` : label,
    icon,
    act: () => chooseClocks(value),
  })
  const choices: MenuChoice[] = [
    themeChoice('system', 'Theme of the system', Monitor),
    themeChoice('light', 'Light', Sun),
    themeChoice('dark', 'Dark', Moon),
    clocksChoice('local', 'Times: local', Clock),
    clocksChoice('utc', 'Times: UTC', Globe),
    { id: 'api', label: 'GraphiQL', icon: Code, act: () => location.assign('graphql') },
  ]
  if (caller.kind !== 'LOOPBACK') choices.push({ id: 'out', label: 'Sign out', icon: LogOut, act: signOut })
  return (
    <div className={`${look.inline} ${styles.account}`}>
      <div className={`${look.two} ${look.spread}`}>
        <span className={`${look.name} ${look.cut}`}>{caller.name ?? project.name}</span>
        <span className={look.faint}>
          {formatEnum(caller.role)} · {server.version}
        </span>
      </div>
      <Menu
        label="Account"
        choices={choices}
        button={<Button icon={CircleUser} kind="quiet" aria-label="Account, theme and times" />}
      />
    </div>
  )
}
