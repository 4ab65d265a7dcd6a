import { Check } from 'lucide-react'
import { useState } from 'react'
import { Input, Label, TextField } from 'react-aria-components'
import { Button } from '../ui/button.tsx'
import field from '../ui/field.module.css'
import { fromLocalText, toLocalText } from './calendar.ts'
import { type Period, type PeriodSearch, type PresetId, presets } from './period.ts'
import styles from './period-picker.module.css'
import { ZoneField } from './zone-field.tsx'

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
        <Moment label="From" value={from} onChange={setFrom} />
        <Moment label="To (empty: until now)" value={to} onChange={setTo} />
        <Button label="Show this period" type="submit" isDisabled={isWrong} />
        <ZoneField zone={zone} onChange={(next) => show({ ...view, zone: next })} />
      </form>
    </>
  )
}

function Moment({
  label,
  value,
  onChange,
}: {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
}) {
  return (
    <TextField value={value} onChange={onChange} className={field.field ?? ''}>
      <Label className={field.label ?? ''}>{label}</Label>
      <Input type="datetime-local" className={field.input ?? ''} />
    </TextField>
  )
}
