import { CreateAgentDocument } from '../../../generated/console/graphql.ts'
import { useAction } from '../../data/use-action.ts'
import { AskDialog } from '../../forms/ask.tsx'
import { useForm } from '../../forms/use-form.ts'
import { TextField } from '../../ui/field.tsx'
import { ModelField } from './model-field.tsx'

interface Form {
  readonly name: string
  /** Null while it follows the name. */
  readonly slug: string | null
  readonly model: string
  readonly systemPrompt: string
}

/** Asks for the least that an agent needs; the rest is edited on its page. */
export function CreateDialog({
  onClose,
  onCreated,
}: {
  readonly onClose: () => void
  /** Called with the slug of the new agent. */
  readonly onCreated: (slug: string) => void
}) {
  const action = useAction(CreateAgentDocument)
  const { values, field, problem } = useForm<Form>(
    { name: '', slug: null, model: '', systemPrompt: '' },
    action,
  )
  const { name, model, systemPrompt } = values
  const slug = values.slug ?? toSlug(name)

  async function create(): Promise<void> {
    const definition = { model, ...(name && { name }), ...(systemPrompt && { systemPrompt }) }
    const created = await action.send({ input: { slug, definition } })
    if (created) onCreated(created.slug)
  }

  return (
    <AskDialog
      title="New agent"
      verb="Create"
      isReady={slug !== '' && model !== ''}
      isSending={action.isSending}
      problem={problem}
      act={create}
      onClose={onClose}
    >
      <TextField label="Name" {...field('name')} autoFocus />
      <TextField
        label="Slug"
        isCode
        {...field('slug')}
        value={slug}
        hint="How triggers and other agents name it: lower case letters, digits and hyphens. It stays."
      />
      <ModelField {...field('model')} />
      <TextField label="System prompt" rows={5} {...field('systemPrompt')} />
    </AskDialog>
  )
}

function toSlug(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
}
