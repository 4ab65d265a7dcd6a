import { Link, Outlet, useRouterState } from '@tanstack/react-router'
import { Menu as MenuIcon, Search } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Button } from '../ui/button.tsx'
import look from '../ui/look.module.css'
import { AccountMenu } from './account-menu.tsx'
import { ConnectionNote } from './connection-note.tsx'
import { Logo } from './logo.tsx'
import { Navigation } from './navigation.tsx'
import styles from './shell.module.css'
import { useShortcuts } from './shortcuts.ts'

const loadPalette = () => import('./command-palette.tsx')
const CommandPalette = lazy(async () => ({ default: (await loadPalette()).CommandPalette }))

/** The frame around every page: navigation, the palette, the signed-in caller, and the state of the connection. */
export function Shell() {
  const [isPaletteOpen, setPaletteOpen] = useState(false)
  const [isMenuOpen, setMenuOpen] = useState(false)
  const content = useRef<HTMLElement>(null)
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
      <div className={`${look.column} ${styles.side}`} data-open={isMenuOpen}>
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
      </div>
      <main ref={content} id="content" className={styles.main} tabIndex={-1}>
        <ConnectionNote />
        <Outlet />
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
