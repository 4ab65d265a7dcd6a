import { useState } from 'react'
import { useModelNames } from '../../forms/model-names.ts'
import { TextField } from '../../ui/field.tsx'
import { SuggestField } from '../../ui/suggest-field.tsx'

interface NumberProps {
  readonly label: string
  readonly value: number | null | undefined
  /** Called with null when the field is emptied. */
  readonly onChange: (value: number | null) => void
  readonly placeholder?: string
  readonly hint?: string
  readonly problem?: string | null
}

/** A number, or nothing. */
export function NumberField({ value, onChange, ...props }: NumberProps) {
  return (
    <TextField
      {...props}
      type="number"
      value={value == null ? '' : String(value)}
      onChange={(text) => onChange(text === '' ? null : Number(text))}
    />
  )
}

interface LinesProps {
  readonly label: string
  readonly value: readonly string[] | null | undefined
  readonly onChange: (lines: string[]) => void
  readonly hint?: string
  readonly problem?: string | null
}

/** A list of texts, one in a line. Empty lines may stand while one types; they are no texts. */
export function LinesField({ value, onChange, ...props }: LinesProps) {
  const lines = value ?? []
  const [text, setText] = useState(lines.join('\n'))
  const isSame = linesOf(text).join('\n') === lines.join('\n')
  return (
    <TextField
      {...props}
      rows={3}
      value={isSame ? text : lines.join('\n')}
      onChange={(next) => {
        setText(next)
        onChange(linesOf(next))
      }}
    />
  )
}

function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '')
}

/** A model by its name, `provider/model`: the known ones are suggested, others may be typed. */
export function ModelField(props: {
  readonly value: string
  readonly onChange: (model: string) => void
  readonly problem?: string | null | undefined
}) {
  const { value, onChange, problem } = props
  const names = useModelNames().map(({ value }) => value)
  return (
    <SuggestField
      label="Model"
      isRequired
      value={value}
      onChange={onChange}
      suggestions={names}
      placeholder="provider/model"
      problem={problem}
    />
  )
}
