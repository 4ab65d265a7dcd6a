import { CalendarRange } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Dialog, DialogTrigger, Popover } from 'react-aria-components'
import { useNotThere } from '../data/not-there.ts'
import { Button } from '../ui/button.tsx'
import { SelectField } from '../ui/field.tsx'
import look from '../ui/look.module.css'
import menu from '../ui/menu.module.css'
import { Loading, Problem } from '../ui/page.tsx'
import type { Period, PeriodSearch, PresetId } from './period.ts'
import styles from './period-picker.module.css'

/** Loaded when it is opened: the first page needs none of it. */
const Choices = lazy(async () => ({ default: (await import('./period-choices.tsx')).PeriodChoices }))

interface Props {
  readonly view: PeriodSearch
  readonly period: Period
  /** The preset that holds where the address names none. */
  readonly usual: PresetId
  readonly show: (view: PeriodSearch) => void
}

/** Chooses a period: a preset, any two moments, a time zone, and the size of the bars. */
export function PeriodPicker({ view, period, usual, show }: Props) {
  const { from, to } = view
  const isShown = from !== undefined && period.since === Date.parse(from)
  useNotThere('from', from, !isShown && !isReversed(view))
  useNotThere('to', to, !isShown && !isReversed(view))
  return (
    <div className={look.row}>
      <DialogTrigger>
        <Button icon={CalendarRange}>
          {period.label}
          <span className={styles.zone}>{zoneName(period.zone)}</span>
        </Button>
        <Popover className={`${menu.popover} ${styles.popover}`} placement="bottom end">
          <Dialog aria-label="Period" className={styles.dialog ?? ''}>
            {({ close }) => (
              <Suspense fallback={<Loading rows={7} />}>
                <Choices
                  {...{ view, period, usual }}
                  show={(next) => {
                    show(next)
                    close()
                  }}
                />
              </Suspense>
            )}
          </Dialog>
        </Popover>
      </DialogTrigger>
      {period.choices.length > 1 && (
        <SelectField
          label="Size of the bars"
          isBare
          value={period.bucket}
          options={period.choices.map((value) => ({ value, label: `By ${value}` }))}
          onChange={(bucket) => show({ ...view, bucket })}
        />
      )}
    </div>
  )
}

/** Of an address whose period ends before it begins; the form accepts none. */
export function PeriodProblem({ view, period, show }: Pick<Props, 'view' | 'period' | 'show'>) {
  const { from, to } = view
  if (from === undefined || to === undefined || !isReversed(view)) return null
  return (
    <Problem
      error={`The period of the address ends before it begins. What is shown: ${period.label}.`}
      retry={() => show({ ...view, from: to, to: from })}
      verb="Swap the two"
    />
  )
}

function isReversed({ from, to }: PeriodSearch): boolean {
  return from !== undefined && to !== undefined && Date.parse(from) > Date.parse(to)
}

/** `America/New_York` is `New York`. */
function zoneName(zone: string): string {
  return (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')
}
