import { given, oneOf, type Search, text } from '../../data/search.ts'

const settingsTabs = [
  ...(['keys', 'webhooks', 'schedules', 'events', 'relics', 'workflows'] as const),
  ...(['tools', 'models', 'project', 'server'] as const),
] as const

export type SettingsTab = (typeof settingsTabs)[number]

/** Which part of the settings is shown, and what of it: it stands in the address. */
export function readSettingsSearch(search: Search) {
  return given({
    tab: oneOf(settingsTabs, search.tab),
    /** Global id of the opened object of the tab: a webhook, a schedule, a relic. */
    item: text(search.item),
    search: text(search.search),
    /** Status of deliveries, or `ARCHIVED` for workflows. */
    show: text(search.show),
  })
}

export type SettingsSearch = ReturnType<typeof readSettingsSearch>
