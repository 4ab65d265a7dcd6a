import { ChevronDown } from 'lucide-react'
import { useMemo } from 'react'
import { Button, ComboBox, Input, Label, ListBox, ListBoxItem, Popover } from 'react-aria-components'
import field from '../ui/field.module.css'
import menu from '../ui/menu.module.css'
import { ownZone } from './calendar.ts'

/** Chooses a time zone by its IANA name: that of the browser and UTC first. */
export function ZoneField(props: { readonly zone: string; readonly onChange: (zone: string) => void }) {
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
        <Button className={field.open ?? ''} aria-label="All time zones">
          <ChevronDown aria-hidden="true" />
        </Button>
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
