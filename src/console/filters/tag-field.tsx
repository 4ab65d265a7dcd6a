import { SelectField } from '../ui/field.tsx'

/** Narrows a page to the runs with one tag, of those that runs have. */
export function TagField({
  tag,
  tags,
  onChange,
}: {
  readonly tag: string | undefined
  readonly tags: readonly string[]
  readonly onChange: (tag: string | undefined) => void
}) {
  const choices = tag === undefined || tags.includes(tag) ? tags : [tag, ...tags]
  return (
    <SelectField
      label="Tag"
      isBare
      value={tag === undefined ? anyTag : `#${tag}`}
      options={[
        { value: anyTag, label: 'Any tag' },
        ...choices.map((each) => ({ value: `#${each}`, label: each })),
      ]}
      onChange={(value) => onChange(value === anyTag ? undefined : value.slice(1))}
    />
  )
}

const anyTag = '*'
