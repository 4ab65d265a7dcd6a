import { Check, ChevronDown } from 'lucide-react'
import { useMemo, useState } from 'react'
import {
  Button as AriaButton,
  ComboBox,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
} from 'react-aria-components'
import { Button } from '../ui/button.tsx'
import field from '../ui/field.module.css'
import { TextField } from '../ui/field.tsx'
import menu from '../ui/menu.module.css'
import { fromLocalText, ownZone, toLocalText } from './calendar.ts'
import { type Period, type PeriodSearch, type PresetId, presets } from './period.ts'
import styles from './period-picker.module.css'

interface Props {
  readonly view: PeriodSearch
  readonly period: Period
  /** The preset that holds where the address names none. */
  readonly usual: PresetId
  readonly show: (view: PeriodSearch) => void
}

/** The presets, two moments of one's own, and the time zone. */
export function PeriodChoices({ view, period, usual, show }: Props) {
  const { zone } = period
  const [from, setFrom] = useState(() => toLocalText(period.since, zone))
  const [to, setTo] = useState(() => (period.until === null ? '' : toLocalText(period.until, zone)))
  const isCustom = view.from !== undefined
  const [since, until] = [fromLocalText(from, zone), to === '' ? null : fromLocalText(to, zone)]
  const isWrong = since === undefined || until === undefined || (until !== null && until <= since)

  function showCustom(): void {
    if (isWrong) return
    const { last: _last, to: _to, bucket: _bucket, ...rest } = view
    show({
      ...rest,
      from: new Date(since).toISOString(),
      ...(until !== null && { to: new Date(until).toISOString() }),
    })
  }

  return (
    <>
      <ul className={styles.presets}>
        {presets.map(({ id, label }) => {
          const isChosen = !isCustom && (view.last ?? usual) === id
          return (
            <li key={id}>
              <Button
                kind="quiet"
                size="small"
                aria-pressed={isChosen}
                onPress={() => {
                  const { from: _from, to: _to, bucket: _bucket, ...rest } = view
                  show({ ...rest, last: id })
                }}
              >
                {label} {isChosen && <Check />}
              </Button>
            </li>
          )
        })}
      </ul>
      <form
        className={styles.custom}
        onSubmit={(event) => {
          event.preventDefault()
          showCustom()
        }}
      >
        <TextField label="From" type="datetime-local" value={from} onChange={setFrom} />
        <TextField label="To (empty: until now)" type="datetime-local" value={to} onChange={setTo} />
        <Button label="Show this period" type="submit" isDisabled={isWrong} />
        <ZoneField zone={zone} onChange={(next) => show({ ...view, zone: next })} />
      </form>
    </>
  )
}

/** Chooses a time zone by its IANA name: that of the browser and UTC first. */
function ZoneField(props: { readonly zone: string; readonly onChange: (zone: string) => void }) {
  const { zone, onChange } = props
  const zones = useMemo(
    () => [...new Set([ownZone, 'UTC', zone, ...Intl.supportedValuesOf('timeZone')])].map((id) => ({ id })),
    [zone],
  )
  return (
    <ComboBox
      className={field.field ?? ''}
      defaultItems={zones}
      defaultValue={zone}
      menuTrigger="focus"
      onChange={(key) => {
        if (typeof key === 'string' && key !== zone) onChange(key)
      }}
    >
      <Label className={field.label ?? ''}>Time zone</Label>
      <div className={field.suggest}>
        <Input className={field.input ?? ''} />
        <AriaButton className={field.open ?? ''} aria-label="All time zones">
          <ChevronDown aria-hidden="true" />
        </AriaButton>
      </div>
      <Popover className={`${menu.popover} ${field.popover}`}>
        <ListBox<{ id: string }> className={menu.menu ?? ''}>
          {({ id }) => (
            <ListBoxItem textValue={id} className={`${menu.item} ${field.option}`}>
              {id}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  )
}
