import { useState } from 'react'
import { CreateAgentDocument } from '../../../generated/console/graphql.ts'
import { useAction } from '../../data/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { Problem } from '../../ui/states.tsx'
import { ModelField } from './model-field.tsx'

/** Asks for the least that an agent needs; the rest is edited on its page. */
export function CreateDialog({
  onClose,
  onCreated,
}: {
  readonly onClose: () => void
  /** Called with the slug of the new agent. */
  readonly onCreated: (slug: string) => void
}) {
  const [name, setName] = useState('')
  const [slug, setSlug] = useState<string | null>(null)
  const [model, setModel] = useState('')
  const [systemPrompt, setSystemPrompt] = useState('')
  const { send, isSending, problem, path } = useAction(CreateAgentDocument, 'Agent')
  const chosenSlug = slug ?? toSlug(name)
  const about = path?.at(-1)
  const problemOf = (field: string) => (about === field ? problem : null)

  async function create(): Promise<void> {
    const created = await send({
      input: {
        slug: chosenSlug,
        definition: { model, ...(name && { name }), ...(systemPrompt && { systemPrompt }) },
      },
    })
    if (created) onCreated(created.slug)
  }

  return (
    <Dialog
      title="New agent"
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            kind="primary"
            isDisabled={chosenSlug === '' || model === ''}
            isPending={isSending}
            onPress={() => void create()}
          >
            Create
          </Button>
        </>
      }
    >
      <TextField label="Name" value={name} onChange={setName} autoFocus problem={problemOf('name')} />
      <TextField
        label="Slug"
        value={chosenSlug}
        onChange={setSlug}
        isCode
        hint="How triggers and other agents name it: lower case letters, digits and hyphens. It stays."
        problem={problemOf('slug')}
      />
      <ModelField value={model} onChange={setModel} problem={problemOf('model')} />
      <TextField
        label="System prompt"
        rows={5}
        value={systemPrompt}
        onChange={setSystemPrompt}
        problem={problemOf('systemPrompt')}
      />
      {!['name', 'slug', 'model', 'systemPrompt'].includes(about ?? '') && <Problem error={problem} />}
    </Dialog>
  )
}

function toSlug(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
}
