import { given, oneOf, type Search, text } from '../../data/search.ts'

export const settingsTabs = [
  'keys',
  'webhooks',
  'schedules',
  'relics',
  'workflows',
  'tools',
  'models',
  'project',
  'server',
] as const

export type SettingsTab = (typeof settingsTabs)[number]

/** Which part of the settings is shown, and what of it: it stands in the address. */
export interface SettingsSearch {
  readonly tab?: SettingsTab
  /** Global id of the opened object of the tab: a webhook, a schedule, a relic. */
  readonly item?: string
  readonly search?: string
  /** Status of deliveries, or `ARCHIVED` for workflows. */
  readonly show?: string
}

export function readSettingsSearch(search: Search): SettingsSearch {
  return given({
    tab: oneOf(settingsTabs, search.tab),
    item: text(search.item),
    search: text(search.search),
    show: text(search.show),
  })
}
