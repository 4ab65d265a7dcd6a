import { Plus, Trash2 } from 'lucide-react'
import {
  AddDataSetItemsDocument,
  type DataSetItemShownFragment,
  DataSetItemsDocument,
  RemoveDataSetItemsDocument,
} from '../../../generated/console/graphql.ts'
import { useSession } from '../../data/session.ts'
import { useAction } from '../../data/use-action.ts'
import { usePages } from '../../data/use-list.ts'
import { Ask, useDialog } from '../../forms/ask.tsx'
import { useForm } from '../../forms/use-form.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { FileView } from '../../ui/file-view.tsx'
import { FilesField } from '../../ui/files-field.tsx'
import { formatWhole } from '../../ui/format.ts'
import look from '../../ui/look.module.css'
import { type Column, column, ListCard, numeric } from '../../ui/table.tsx'

/** The items of a data set in its newest version, with their files; operators add and remove some. */
export function DataSetCard({ slug, onChange }: { readonly slug: string; readonly onChange: () => void }) {
  const { may } = useSession()
  const { page, list, refresh } = usePages(DataSetItemsDocument, { slug }, ({ dataSet }) => dataSet?.items)
  const onDone = () => {
    refresh()
    onChange()
  }
  const { ask, dialog } = useDialog(onDone)
  const remove = useAction(RemoveDataSetItemsDocument)
  const actions = numeric('', ({ id, key }: DataSetItemShownFragment) => (
    <IconButton
      label={`Remove ${key}`}
      icon={Trash2}
      onPress={() => void remove.send({ input: { dataSet: slug, itemIds: [id] } }).then(onDone)}
    />
  ))
  return (
    <>
      <ListCard
        title={page ? `Items: ${formatWhole(page.totalCount)}` : 'Items'}
        label="Items"
        aside={
          may('OPERATOR') && (
            <Button
              icon={Plus}
              label="Add an item"
              size="small"
              onPress={() => ask((onClose) => <ItemDialog slug={slug} onClose={onClose} />)}
            />
          )
        }
        columns={may('OPERATOR') ? [...columns, actions] : columns}
        {...list}
        problem={remove.problem}
        empty="The data set has no items."
      />
      {dialog}
    </>
  )
}

const columns: readonly Column<DataSetItemShownFragment>[] = [
  column('Item', ({ key, input }) => (
    <div className={look.two}>
      <span className={look.clip}>{input}</span>
      <code className={`${look.faint} ${look.clip}`}>{key}</code>
    </div>
  )),
  column('Files', ({ files }) => (
    <div className={look.list}>
      {files.map(({ id, name, mediaType, byteCount, url }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an item may name a file twice.
        <FileView key={`${id} ${place}`} file={{ fileName: name, mediaType, byteCount, file: { url } }} />
      ))}
    </div>
  )),
]

/** Adds an item: an input with files, and the answer that is expected. */
function ItemDialog({ slug, onClose }: { readonly slug: string; readonly onClose: () => void }) {
  const { values, field } = useForm({ input: '', files: [] as readonly File[], key: '', exact: '' })
  const { input, files, key, exact } = values
  const item = {
    input,
    ...(files.length > 0 && { files: files.map((upload) => ({ upload })) }),
    ...(key.trim() && { key: key.trim() }),
    ...(exact.trim() && { expectations: { exact } }),
  }
  return (
    <Ask
      title="Add an item"
      verb="Add"
      isReady={input.trim() !== ''}
      mutation={AddDataSetItemsDocument}
      input={{ dataSet: slug, items: [item] }}
      onClose={onClose}
    >
      <TextField label="Input" rows={4} {...field('input')} autoFocus />
      <FilesField {...field('files')} />
      <TextField label="Expected answer" rows={2} {...field('exact')} hint="Optional, word for word." />
      <TextField
        label="Key"
        isCode
        {...field('key')}
        hint="Optional. An item replaces the one with the same key."
      />
    </Ask>
  )
}
