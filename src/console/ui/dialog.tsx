import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { IconButton } from './button.tsx'
import styles from './dialog.module.css'

interface Props {
  readonly title: string
  readonly isOpen: boolean
  readonly onClose: () => void
  /** In pixels; on a narrow screen the dialog is as wide as that. */
  readonly width?: number
  /** Whether Escape, a click beside it and its cross close it; otherwise only `actions` do. Default true. */
  readonly isDismissable?: boolean
  /** The buttons at its end. */
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** A window over the page. */
export function Dialog(props: Props) {
  const { title, isOpen, onClose, width = 520, isDismissable = true, actions, children } = props
  return (
    <ModalOverlay
      isDismissable={isDismissable}
      isKeyboardDismissDisabled={!isDismissable}
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      className={styles.overlay ?? ''}
    >
      <Modal className={styles.modal ?? ''} style={{ maxWidth: width }}>
        <AriaDialog className={styles.dialog ?? ''}>
          <header className={styles.header}>
            <Heading slot="title" className={styles.title ?? ''}>
              {title}
            </Heading>
            {isDismissable && <IconButton icon={X} label="Close" onPress={onClose} />}
          </header>
          <div className={styles.body}>{children}</div>
          {actions && <footer className={styles.footer}>{actions}</footer>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}
