import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import {
  DeleteEventSourceDocument,
  type EventSourceRowFragment,
  EventSourcesDocument,
  SaveEventSourceDocument,
  type SaveEventSourceInput,
  type SignatureScheme,
} from '../../../generated/console/graphql.ts'
import { useSession } from '../../data/session.ts'
import { usePages } from '../../data/use-list.ts'
import { Ask, useDialog } from '../../forms/ask.tsx'
import { useForm } from '../../forms/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { formatCount } from '../../ui/format.ts'
import look from '../../ui/look.module.css'
import { RowMenu } from '../../ui/menu.tsx'
import { Label } from '../../ui/status.tsx'
import { type Column, column, ListCard, numeric } from '../../ui/table.tsx'
import { Ago } from '../../ui/time.tsx'
import { SecretDialog } from './settings-part.tsx'

/** The event sources of the project: who sends events by signed webhook, and to which address. */
export function EventSourcesCard() {
  const { may } = useSession()
  const { list, refresh } = usePages(EventSourcesDocument, {}, ({ eventSources }) => eventSources)
  const { ask, remove, dialog } = useDialog(refresh)
  const menu = (source: EventSourceRowFragment) => (
    <RowMenu
      label={`Actions for ${source.slug}`}
      choices={[
        {
          label: 'Edit…',
          icon: Pencil,
          act: () => ask((onClose) => <SourceForm {...{ source, onClose }} />),
        },
        {
          label: 'Delete…',
          icon: Trash2,
          isDanger: true,
          act: () =>
            remove('the event source', {
              mutation: DeleteEventSourceDocument,
              input: { id: source.id },
              children: `What ${source.slug} sends from now on is refused. Its events stay.`,
            }),
        },
      ]}
    />
  )
  return (
    <>
      <ListCard
        title="Event sources"
        label="Event sources"
        aside={
          may('ADMIN') && (
            <Button
              icon={Plus}
              label="Add a source"
              size="small"
              onPress={() => ask((onClose) => <SourceForm source={null} onClose={onClose} />)}
            />
          )
        }
        columns={may('ADMIN') ? [...sourceColumns, numeric('', menu)] : sourceColumns}
        {...list}
        empty="No webhook becomes an event."
      />
      {dialog}
    </>
  )
}

const sourceColumns: readonly Column<EventSourceRowFragment>[] = [
  column('Source', ({ slug, path }) => (
    <div className={look.two}>
      <span className={look.name}>{slug}</span>
      <code className={look.faint}>{new URL(path.slice(1), document.baseURI).href}</code>
    </div>
  )),
  column('Signature', ({ scheme }) => <Label>{nameOfScheme(scheme)}</Label>),
  column('Event', ({ eventName, nameAt }) => <code>{eventName ?? nameAt ?? 'By the scheme'}</code>),
  numeric('In a minute', ({ maxPerMinute }) => formatCount(maxPerMinute)),
  numeric('Created', ({ createdAt }) => <Ago at={createdAt} />),
]

const schemes: readonly { readonly value: SignatureScheme; readonly label: string }[] = [
  { value: 'STANDARD', label: 'Standard Webhooks' },
  { value: 'GITHUB', label: 'GitHub' },
  { value: 'STRIPE', label: 'Stripe' },
  { value: 'SLACK', label: 'Slack' },
  { value: 'HMAC', label: 'HMAC in a header' },
]

function nameOfScheme(scheme: SignatureScheme): string {
  return schemes.find(({ value }) => value === scheme)?.label ?? scheme
}

const encodings = [
  { value: 'HEX' as const, label: 'Hexadecimal' },
  { value: 'BASE64' as const, label: 'Base64' },
]

/** Adds a source, or changes one. */
function SourceForm(props: { readonly source: EventSourceRowFragment | null; readonly onClose: () => void }) {
  const { source, onClose } = props
  const { values, field } = useForm(() => toForm(source))
  const [secret, setSecret] = useState<string | null>(null)
  if (secret !== null)
    return (
      <SecretDialog title="The secret of the source" secret={secret} onClose={onClose}>
        <p>Give it to the sender. It is shown this once and cannot be read again.</p>
      </SecretDialog>
    )
  const isHmac = values.scheme === 'HMAC'
  return (
    <Ask
      title={source ? 'Edit the event source' : 'Add an event source'}
      verb={source ? 'Save' : 'Add'}
      isReady={values.slug.trim() !== ''}
      mutation={SaveEventSourceDocument}
      input={toInput(values)}
      onDone={({ secret }) => (secret == null ? onClose() : setSecret(secret))}
      onClose={onClose}
    >
      <div className={look.fields}>
        {source === null && (
          <TextField
            isRequired
            label="Slug"
            isCode
            {...field('slug')}
            autoFocus
            hint="The last part of its address."
          />
        )}
        <SelectField label="Signature" options={schemes} {...field('scheme')} />
      </div>
      {isHmac && (
        <div className={look.fields}>
          <TextField
            label="Header of the signature"
            isCode
            {...field('signatureHeader')}
            hint="As in X-Signature."
          />
          <SelectField label="Encoding" options={encodings} {...field('signatureEncoding')} />
        </div>
      )}
      <TextField
        label="Secret"
        isCode
        {...field('secret')}
        hint={
          source
            ? 'Optional. The present one counts for 24 hours beside a new one.'
            : 'Optional. Left out, one is made.'
        }
      />
      <div className={look.fields}>
        <TextField
          label="Name of its events"
          isCode
          {...field('eventName')}
          hint="Optional. Left out, each webhook has the name."
        />
        <TextField
          label="Place of the name"
          isCode
          {...field('nameAt')}
          hint="Optional. As in event.type or header:X-Topic."
        />
      </div>
      <TextField
        label="Place of the id"
        isCode
        {...field('idAt')}
        hint="Optional. Left out, that of the scheme."
      />
    </Ask>
  )
}

function toForm(source: EventSourceRowFragment | null) {
  return {
    slug: source?.slug ?? '',
    scheme: source?.scheme ?? ('STANDARD' as const),
    secret: '',
    signatureHeader: source?.signatureHeader ?? '',
    signatureEncoding: source?.signatureEncoding ?? ('HEX' as const),
    eventName: source?.eventName ?? '',
    nameAt: source?.nameAt ?? '',
    idAt: source?.idAt ?? '',
  }
}

/** What is empty is that of the scheme; an empty secret is the present one, or is made. */
function toInput({ slug, scheme, secret, ...values }: ReturnType<typeof toForm>): SaveEventSourceInput {
  const given = secret.trim()
  return {
    ...{ slug, scheme, ...(given !== '' && { secret: given }) },
    ...(scheme === 'HMAC' && {
      signatureHeader: values.signatureHeader.trim(),
      signatureEncoding: values.signatureEncoding,
    }),
    eventName: values.eventName.trim() || null,
    nameAt: values.nameAt.trim() || null,
    idAt: values.idAt.trim() || null,
  }
}
