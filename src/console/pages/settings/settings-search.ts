import type { DeliveryStatus } from '../../../generated/console/graphql.ts'
import { oneOf, reader, text } from '../../data/search.ts'

const settingsTabs = [
  ...(['keys', 'webhooks', 'schedules', 'events', 'relics', 'workflows'] as const),
  ...(['tools', 'models', 'project', 'server'] as const),
] as const

export type SettingsTab = (typeof settingsTabs)[number]

/** Which part of the settings is shown, and what of it: it stands in the address. */
export const readSettingsSearch = reader((search) => {
  const tab = oneOf(settingsTabs, search.tab)
  return {
    tab,
    /** Global id of the opened object of the tab: a webhook, a schedule, a relic. */
    item: text(search.item),
    search: text(search.search),
    /** What of a list of the tab is shown: deliveries of a status, archived workflows, usable models. */
    show: oneOf(showsOf(tab), search.show),
  }
})

export const deliveryStatuses = [
  'PENDING',
  'DELIVERED',
  'ABANDONED',
] as const satisfies readonly DeliveryStatus[]

function showsOf(tab: SettingsTab | undefined) {
  if (tab === 'webhooks') return deliveryStatuses
  if (tab === 'workflows') return ['ARCHIVED'] as const
  return tab === 'models' ? (['USABLE'] as const) : []
}

export type SettingsSearch = ReturnType<typeof readSettingsSearch>
