import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { DeleteRunDocument, UpdateRunDocument } from '../../../generated/console/graphql.ts'
import { toError } from '../../data/live.ts'
import { saveFile } from '../../data/save-file.ts'
import { useSession } from '../../data/session.ts'
import { Ask, AskDialog } from '../../forms/ask.tsx'
import { toTags } from '../../forms/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import type { RunOfPage } from './run-model.ts'
import { useTags } from './use-tags.ts'
import { wholeRun } from './whole-run.ts'

/** What is done with the record of a run, beside running it again. */
interface Props {
  readonly run: RunOfPage
  readonly onClose: () => void
}

export function DownloadDialog({ run: { id }, onClose }: Props) {
  const { project } = useSession()
  const [isSending, setSending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  async function act(): Promise<void> {
    setSending(true)
    setProblem(null)
    try {
      saveFile(`run-${id}.json`, await wholeRun(project.slug, id), 'application/json')
      onClose()
    } catch (reason) {
      setProblem(toError(reason).message)
    } finally {
      setSending(false)
    }
  }
  return (
    <AskDialog title="Download the run" verb="Download" {...{ isSending, problem, act, onClose }}>
      One JSON file with the run, its steps and actions, its messages, its whole log and what it used, in the
      forms of the REST API. The runs below it are files of their own.
    </AskDialog>
  )
}

export function TagsDialog({ run, onClose }: Props) {
  const now = useTags(run)
  const [tags, setTags] = useState(now.join(', '))
  return (
    <Ask
      title="Tags of the run"
      verb="Save"
      mutation={UpdateRunDocument}
      input={{ id: run.id, tags: toTags(tags) }}
      onClose={onClose}
    >
      <TextField label="Tags" hint="separated by commas" value={tags} onChange={setTags} autoFocus />
    </Ask>
  )
}

export function DeleteDialog({ run: { id }, onClose }: Props) {
  const navigate = useNavigate()
  return (
    <Ask
      title="Delete the run"
      verb="Delete"
      isDanger
      mutation={DeleteRunDocument}
      input={{ id }}
      onDone={() => navigate({ to: '/runs' })}
      onClose={onClose}
    >
      The run, the runs below it and all that was stored of them are deleted now and for good.
    </Ask>
  )
}

/** Asks which run to lay beside this one: a fork, the run it came from, or any by its id. */
export function CompareDialog({ run, onClose }: Props) {
  const [other, setOther] = useState('')
  const navigate = useNavigate()
  const relatives = [
    ...(run.forkedFrom ? [{ id: run.forkedFrom.id, label: 'The run that it was forked from' }] : []),
    ...(run.replayOf ? [{ id: run.replayOf.id, label: 'The run that it replays' }] : []),
    ...run.forks.nodes.map(({ id, forkedAfterStep: step }) => ({ id, label: `Its fork after step ${step}` })),
  ]
  const open = (id: string) => navigate({ to: '/compare', search: { a: run.id, b: id } })
  return (
    <AskDialog
      title="Compare with another run"
      verb="Compare"
      isReady={other.trim() !== ''}
      act={() => open(other.trim())}
      onClose={onClose}
    >
      {relatives.map(({ id, label }) => (
        <Button label={label} key={id} onPress={() => void open(id)} />
      ))}
      <TextField label="Id of the run" value={other} onChange={setOther} autoFocus />
    </AskDialog>
  )
}
