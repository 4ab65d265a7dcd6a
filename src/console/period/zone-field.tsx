import { useMemo } from 'react'
import { PickOneField } from '../ui/pick-field.tsx'
import { ownZone } from '../ui/zone.ts'

/** Chooses a time zone by its IANA name: that of the browser and UTC first. */
export function ZoneField(props: { readonly zone: string; readonly onChange: (zone: string) => void }) {
  const { zone, onChange } = props
  const options = useMemo(
    () =>
      [...new Set([ownZone, 'UTC', zone, ...Intl.supportedValuesOf('timeZone')])].map((value) => ({
        ...{ value, label: value },
      })),
    [zone],
  )
  return (
    <PickOneField
      {...{ label: 'Time zone', any: 'UTC', options }}
      isRequired
      value={zone}
      onChange={onChange}
    />
  )
}
