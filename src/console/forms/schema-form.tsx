import { CheckboxesField, RadioField } from '../ui/choice-field.tsx'
import { Checkbox, SelectField, TextField } from '../ui/field.tsx'
import look from '../ui/look.module.css'
import type { FieldValue, FieldValues, SchemaField } from './schema-fields.ts'

interface Props {
  readonly fields: readonly SchemaField[]
  readonly values: FieldValues
  readonly onChange: (name: string, value: FieldValue) => void
  /** What is wrong with the fields, by their names. */
  readonly problems: Readonly<Record<string, string>>
}

/** A form for an object of a JSON Schema. */
export function SchemaForm({ fields, values, onChange, problems }: Props) {
  return (
    <div className={look.list}>
      {fields.map((field) => (
        <Field
          key={field.name}
          field={field}
          value={values[field.name] ?? field.initial}
          problem={problems[field.name]}
          onChange={(value) => onChange(field.name, value)}
        />
      ))}
    </div>
  )
}

/** As many options stand beside each other; more are a list that opens. */
const mostShown = 5

interface FieldProps {
  readonly field: SchemaField
  readonly value: FieldValue
  readonly problem: string | undefined
  readonly onChange: (value: FieldValue) => void
}

function Field({ field: { label: name, hint, isRequired, control }, value, problem, onChange }: FieldProps) {
  const label = isRequired || control.kind === 'switch' ? name : `${name} (optional)`
  const shared = { label, hint, problem, onChange }
  switch (control.kind) {
    case 'text':
      return (
        <TextField
          {...shared}
          value={textOf(value)}
          type={control.type}
          rows={control.rows}
          isRequired={isRequired}
        />
      )
    case 'number':
      return <TextField {...shared} value={textOf(value)} type="number" isRequired={isRequired} />
    case 'switch':
      return (
        <div>
          <Checkbox label={label} isSelected={value === true} onChange={onChange} />
          {hint && <p className={`${look.faint} ${look.small}`}>{hint}</p>}
          {problem && <p className={`${look.bad} ${look.small}`}>{problem}</p>}
        </div>
      )
    case 'choice': {
      const options = isRequired ? control.options : [{ value: '', label: 'No answer' }, ...control.options]
      return options.length > mostShown ? (
        <SelectField {...shared} value={textOf(value)} options={options} />
      ) : (
        <RadioField {...shared} value={textOf(value)} options={options} />
      )
    }
    case 'choices':
      return (
        <CheckboxesField {...shared} value={Array.isArray(value) ? value : []} options={control.options} />
      )
    default:
      return control satisfies never
  }
}

function textOf(value: FieldValue): string {
  return typeof value === 'string' ? value : ''
}
