import { Archive, ArchiveRestore, type LucideIcon, Trash2 } from 'lucide-react'
import type { TypedDocumentNode } from 'urql'
import { Menu, type MenuChoice } from '../ui/menu.tsx'
import { useDialog } from './ask.tsx'

/** A mutation of an object, and what it means for the object's runs and callers. */
interface Change {
  readonly mutation: TypedDocumentNode<object, { input: { id: string } }>
  readonly means: string
}

interface Props {
  readonly id: string
  readonly name: string
  readonly isArchived: boolean
  /** Whether it can only be restored. */
  readonly isFixed?: boolean
  readonly archive: Change
  readonly restore: Change
  readonly remove: Change
  readonly onRemoved: () => unknown
  readonly onClosed?: () => void
}

/** The menu of what is archived, restored and deleted: each after a question that says what it means. */
export function LifeMenu({ id, name, isArchived, isFixed = false, onRemoved, onClosed, ...changes }: Props) {
  const { confirm, dialog } = useDialog(onClosed)
  const choice = (
    verb: string,
    icon: LucideIcon,
    { mutation, means }: Change,
    isDanger = false,
  ): MenuChoice => ({
    ...{ label: `${verb}…`, icon, isDanger },
    act: () =>
      confirm({
        ...{ title: `${verb} ${name}`, verb, isDanger, mutation },
        input: { id },
        ...(isDanger && { onDone: onRemoved }),
        children: means,
      }),
  })
  const first = isArchived
    ? choice('Restore', ArchiveRestore, changes.restore)
    : { ...choice('Archive', Archive, changes.archive), isDisabled: isFixed }
  const last = { ...choice('Delete', Trash2, changes.remove, true), isDisabled: isFixed }
  return (
    <>
      <Menu label="More actions" choices={[first, last]} />
      {dialog}
    </>
  )
}
