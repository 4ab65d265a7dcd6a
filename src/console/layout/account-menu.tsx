import { CircleUser, Code, LogOut, type LucideIcon, Monitor, Moon, Sun } from 'lucide-react'
import { useState } from 'react'
import { useSession } from '../data/session.ts'
import { Button } from '../ui/button.tsx'
import { formatEnum } from '../ui/format.ts'
import look from '../ui/look.module.css'
import { Menu, type MenuChoice } from '../ui/menu.tsx'
import styles from './account-menu.module.css'
import { chooseTheme, chosenTheme, type Theme } from './theme.ts'

/** Who is signed in, the theme, and the way out. */
export function AccountMenu() {
  const { caller, project, server, signOut } = useSession()
  const [theme, setTheme] = useState(chosenTheme)
  const themeChoice = (value: Theme, label: string, icon: LucideIcon): MenuChoice => ({
    id: value,
    label: value === theme ? `${label} ✓` : label,
    icon,
    act: () => {
      chooseTheme(value)
      setTheme(value)
    },
  })
  const choices: MenuChoice[] = [
    themeChoice('system', 'Theme of the system', Monitor),
    themeChoice('light', 'Light', Sun),
    themeChoice('dark', 'Dark', Moon),
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
        button={<Button icon={CircleUser} kind="quiet" aria-label="Account and theme" />}
      />
    </div>
  )
}
