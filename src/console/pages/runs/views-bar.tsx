import { Link } from '@tanstack/react-router'
import { Bookmark, Link2, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useSession } from '../../data/session.ts'
import { AskDialog, useDialog } from '../../forms/ask.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import look from '../../ui/look.module.css'
import { RowMenu } from '../../ui/menu.tsx'
import styles from './runs-page.module.css'
import type { RunsSearch } from './runs-search.ts'
import { isSameView, type SavedView, useSavedViews } from './saved-views.ts'

/** The saved views, each a link, and what saves the one that is shown. Nothing where there is neither. */
export function ViewsBar({ view }: { readonly view: RunsSearch }) {
  const { project } = useSession()
  const { views, save, remove } = useSavedViews(project.id)
  const { ask, dialog } = useDialog()
  const current = views.find((saved) => isSameView(saved.view, view))
  const isPlain = Object.keys(view).length === 0
  if (views.length === 0 && isPlain) return null
  return (
    <nav className={`${look.row} ${styles.views}`} aria-label="Saved views">
      {views.length > 0 && (
        <Link to="/runs" search={{}} activeProps={{}} aria-current={isPlain}>
          All runs
        </Link>
      )}
      {views.map((saved) => (
        <Link
          key={saved.name}
          to="/runs"
          search={saved.view}
          activeProps={{}}
          aria-current={saved === current}
        >
          {saved.name}
        </Link>
      ))}
      {current ? (
        <RowMenu
          label={`Actions of the view ${current.name}`}
          choices={[
            {
              label: 'Copy the link',
              icon: Link2,
              act: () => void navigator.clipboard.writeText(location.href),
            },
            { label: 'Remove the view', icon: Trash2, isDanger: true, act: () => remove(current.name) },
          ]}
        />
      ) : (
        !isPlain && (
          <Button
            icon={Bookmark}
            label="Save this view"
            kind="quiet"
            size="small"
            onPress={() => ask((onClose) => <SaveDialog {...{ view, views, onClose }} onSave={save} />)}
          />
        )
      )}
      {dialog}
    </nav>
  )
}

function SaveDialog(props: {
  readonly view: RunsSearch
  readonly views: readonly SavedView[]
  readonly onSave: (saved: SavedView) => void
  readonly onClose: () => void
}) {
  const { view, views, onSave, onClose } = props
  const [text, setText] = useState('')
  const name = text.trim().slice(0, 80)
  const isTaken = views.some((saved) => saved.name === name)
  return (
    <AskDialog
      title="Save this view"
      verb={isTaken ? 'Replace' : 'Save'}
      isReady={name !== ''}
      act={() => {
        onSave({ name, view })
        onClose()
      }}
      onClose={onClose}
    >
      <TextField
        label="Name"
        isRequired
        autoFocus
        value={text}
        onChange={setText}
        hint={isTaken ? 'There is a view of this name: it is replaced.' : undefined}
      />
      <p className={look.soft}>
        It has the filters, the order and the columns, and stays in this browser. Its link shows others the
        same.
      </p>
    </AskDialog>
  )
}
