import { FileText } from 'lucide-react'
import { formatCount } from './format.ts'
import look from './look.module.css'
import styles from './message.module.css'

interface Props {
  readonly file: {
    readonly fileName?: string | null
    readonly mediaType: string
    readonly byteCount: number
    readonly file?: { readonly url?: string | null } | null
  }
}

/** A file of a message: an image as it is, any other as a link. */
export function FileView({ file: { fileName, mediaType, byteCount, file } }: Props) {
  const name = fileName ?? mediaType
  const about = `${mediaType}, ${formatCount(byteCount)} bytes`
  if (!file)
    return (
      <span className={look.soft}>
        {name} ({about}) was deleted
      </span>
    )
  if (file.url == null)
    return (
      <span className={look.soft}>
        {name} ({about})
      </span>
    )
  const address = new URL(file.url.slice(1), document.baseURI).href
  return (
    <a href={address} target="_blank" rel="noreferrer" className={look.row} title={about}>
      {mediaType.startsWith('image/') ? (
        <img src={address} alt={name} className={styles.image} loading="lazy" />
      ) : (
        <>
          <FileText size={16} aria-hidden />
          {name} <span className={look.soft}>{about}</span>
        </>
      )}
    </a>
  )
}
