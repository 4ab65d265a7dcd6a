import { type ComponentProps, useState } from 'react'
import { Button } from './button.tsx'
import look from './look.module.css'

interface Props extends ComponentProps<typeof Button> {
  /** Whether it can act now. */
  readonly isReady: boolean
  /** What is missing, where no field says so itself. */
  readonly lacks?: string
  /** Label of the field that it leads to; by default the first one that is wrong, or empty and required. */
  readonly leadsTo?: string
}

/**
 * A button of a form that is never dead: pressed before the form is ready it says what is missing, and leads to the field. The fields of its
 * dialog, form or section are those of the form.
 */
export function LeadingButton({ isReady, lacks, leadsTo, onPress, ...button }: Props) {
  const [said, say] = useState<string | null>(null)
  return (
    <>
      <Button
        {...button}
        onPress={(event) => {
          if (isReady) {
            say(null)
            onPress?.(event)
            return
          }
          const form = event.target.closest('form, [role="dialog"], section, fieldset')
          const field = form ? fieldOf(form, leadsTo) : null
          say(lacks ?? (field ? wordsOf(field) : 'Something is missing.'))
          field?.focus()
        }}
      />
      {said !== null && !isReady && (
        <span role="alert" className={`${look.bad} ${look.small}`}>
          {said}
        </span>
      )}
    </>
  )
}

const fields = 'input, textarea, [contenteditable="true"], [data-missing]'

function fieldOf(form: Element, label: string | undefined): HTMLElement | null {
  const all = [...form.querySelectorAll<HTMLElement>(fields)]
  if (label !== undefined) return all.find((field) => labelOf(field) === label) ?? null
  return all.find(isWrong) ?? all.find(isEmpty) ?? null
}

/** An editor of JSON is marked as a whole. */
function isWrong(field: HTMLElement): boolean {
  return field.matches('[aria-invalid="true"], [data-wrong="true"] *')
}

function isEmpty(field: HTMLElement): boolean {
  if (field.dataset.missing !== undefined) return true
  return field.matches(':required') && 'value' in field && String(field.value).trim() === ''
}

function wordsOf(field: HTMLElement): string {
  const label = labelOf(field) || 'A field'
  return isWrong(field) ? `${label} is not right yet.` : `${label} is missing.`
}

function labelOf(field: HTMLElement): string {
  const isLabelled = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
  return (
    field.dataset.missing ?? field.ariaLabel ?? (isLabelled ? (field.labels?.[0]?.textContent ?? '') : '')
  )
}
