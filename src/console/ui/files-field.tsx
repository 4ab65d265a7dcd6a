import { Paperclip, X } from 'lucide-react'
import { FileTrigger } from 'react-aria-components'
import { Button, IconButton } from './button.tsx'
import { formatCount } from './format.ts'
import look from './look.module.css'

interface Props {
  readonly value: readonly File[]
  readonly onChange: (files: readonly File[]) => void
  /** Error of the server about the files. */
  readonly problem?: string | null | undefined
}

/** Files of a message, which a person chooses. */
export function FilesField({ value: files, onChange, problem }: Props) {
  return (
    <div className={look.list}>
      <div className={look.row}>
        <FileTrigger allowsMultiple onSelect={(chosen) => onChange([...files, ...(chosen ?? [])])}>
          <Button label="Attach files" size="small" icon={Paperclip} />
        </FileTrigger>
      </div>
      {files.map((file, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name.
        <div key={place} className={look.row}>
          <span>{file.name}</span>
          <span className={look.soft}>{formatCount(file.size)} bytes</span>
          <IconButton
            label={`Remove ${file.name}`}
            icon={X}
            onPress={() => onChange(files.filter((other) => other !== file))}
          />
        </div>
      ))}
      {problem && <div className={look.bad}>{problem}</div>}
    </div>
  )
}
