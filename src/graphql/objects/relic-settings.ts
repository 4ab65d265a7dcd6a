import type { z } from 'zod'
import { httpHeader } from '../../domain/model-exchange.ts'
import { relicKind } from '../../domain/relic.ts'
import { relicSettings } from '../../domain/relic-settings.ts'
import { builder } from '../builder.ts'
import { enumOf, nameOf, objectOf } from '../shape.ts'
import { Relic } from './relic.ts'

type Settings = {
  readonly [Kind in keyof typeof relicSettings]: { readonly kind: Kind } & z.infer<
    (typeof relicSettings)[Kind]
  >
}[keyof typeof relicSettings]

const RelicSettings = builder.interfaceRef<Settings>('RelicSettings').implement({
  description:
    'Settings of a relic, with their defaults. They contain no secrets, only the names of the variables that hold them.',
  resolveType: ({ kind }) => nameOf(relicSettings[kind]),
  fields: (t) => ({
    kind: t.expose('kind', { type: enumOf(relicKind), description: 'Kind of the relic.' }),
  }),
})

objectOf(relicSettings.KEY_VALUE, { interfaces: [RelicSettings] })
objectOf(relicSettings.SQL, { interfaces: [RelicSettings] })
objectOf(relicSettings.HTTP, {
  interfaces: [RelicSettings],
  fields: (t) => ({
    headers: t.field({
      type: [objectOf(httpHeader)],
      description: 'Headers of every request, with the names of variables in place of their values.',
      resolve: ({ headers }) => Object.entries(headers).map(([name, value]) => ({ name, value })),
    }),
  }),
})

builder.prismaObjectField(Relic, 'settings', (t) =>
  t.field({
    type: RelicSettings,
    description: 'Settings of the relic. Their type depends on its kind.',
    select: { kind: true, settings: true },
    resolve: ({ kind, settings }) => readSettings(kind, settings),
  }),
)

/** @throws ZodError where the row is damaged */
function readSettings(kind: Settings['kind'], stored: unknown): Settings {
  switch (kind) {
    case 'KEY_VALUE':
      return { kind, ...relicSettings.KEY_VALUE.parse(stored) }
    case 'SQL':
      return { kind, ...relicSettings.SQL.parse(stored) }
    case 'HTTP':
      return { kind, ...relicSettings.HTTP.parse(stored) }
    default:
      return kind satisfies never
  }
}
