import { Check } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { LeadingButton } from '../ui/leading-button.tsx'
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
  const isLate = since !== undefined && since >= Date.now()
  const isReversed = since !== undefined && until != null && until <= since
  const isWrong = since === undefined || until === undefined || isLate || isReversed

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
        <TextField
          label="From"
          type="datetime-local"
          isRequired
          value={from}
          problem={isLate ? 'This must be in the past.' : null}
          onChange={setFrom}
        />
        <TextField
          label="To (empty: until now)"
          type="datetime-local"
          value={to}
          problem={isReversed ? 'This must be later than “From”.' : null}
          onChange={setTo}
        />
        <LeadingButton label="Show this period" isReady={!isWrong} onPress={showCustom} />
        <ZoneField zone={zone} onChange={(next) => show({ ...view, zone: next })} />
      </form>
    </>
  )
}
