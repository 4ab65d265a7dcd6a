import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { CopyButton } from '../../ui/json-view.tsx'
import look from '../../ui/look.module.css'
import styles from './settings-page.module.css'

/** A secret that is shown this once: nothing but its button closes it. */
export function SecretDialog(props: {
  readonly title: string
  readonly secret: string
  readonly onClose: () => void
  readonly children: ReactNode
}) {
  const { title, secret, onClose, children } = props
  return (
    <Dialog
      title={title}
      isOpen
      onClose={onClose}
      isDismissable={false}
      actions={<Button label="I have copied it" kind="primary" onPress={onClose} />}
    >
      <div className={`${look.well} ${look.code} ${styles.secret}`} data-testid="secret">
        {secret}
        <CopyButton text={secret} label="Copy the secret" />
      </div>
      {children}
    </Dialog>
  )
}
