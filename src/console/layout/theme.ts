export type Theme = 'system' | 'light' | 'dark'

const storageKey = 'rungraph:theme'
const prefersDark = matchMedia('(prefers-color-scheme: dark)')
prefersDark.addEventListener('change', showTheme)

/** The theme that the user has chosen in this browser. */
export function chosenTheme(): Theme {
  const stored = localStorage.getItem(storageKey)
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

export function chooseTheme(theme: Theme): void {
  localStorage.setItem(storageKey, theme)
  showTheme()
}

/** Shows the page in the theme that is chosen, or in that of the system. */
export function showTheme(): void {
  const theme = chosenTheme()
  const isDark = theme === 'system' ? prefersDark.matches : theme === 'dark'
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light'
}
