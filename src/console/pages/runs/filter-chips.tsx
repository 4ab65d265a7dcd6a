import { X } from 'lucide-react'
import { IconButton } from '../../ui/button.tsx'
import { formatCost, formatDateTime, formatDuration, formatEnum } from '../../ui/format.ts'
import styles from './runs-page.module.css'
import type { RunsSearch } from './runs-search.ts'

/** Filters of a view, one chip for each, with a button to remove it. */
export function FilterChips({
  view,
  show,
}: {
  readonly view: RunsSearch
  readonly show: (view: RunsSearch) => void
}) {
  const names = Object.keys(texts).filter((name): name is keyof typeof texts => name in view)
  return names.map((name) => {
    const text = texts[name](view)
    return (
      text && (
        <span key={name} className={styles.chip}>
          {text}
          <IconButton
            label={`Remove the filter ${text}`}
            onPress={() => show(Object.fromEntries(Object.entries(view).filter(([each]) => each !== name)))}
          >
            <X />
          </IconButton>
        </span>
      )
    )
  })
}

const texts = {
  status: ({ status }) => status && status.length > 1 && status.map(formatEnum).join(' or '),
  reason: ({ reason }) => reason?.map(formatEnum).join(' or '),
  agent: ({ agent }) => `agent ${agent}`,
  version: ({ version }) => `version ${version}`,
  tags: ({ tags }) => `tags ${tags?.join(' and ')}`,
  anyTag: ({ anyTag }) => `a tag of ${anyTag?.join(', ')}`,
  metadata: ({ metadata }) => `metadata ${metadata}`,
  model: ({ model }) => `model ${model}`,
  tool: ({ tool }) => `tool ${tool}`,
  session: ({ session }) => `conversation ${session}`,
  thread: ({ thread }) => `thread ${thread}`,
  schedule: ({ schedule }) => `schedule ${schedule}`,
  workflow: ({ workflow }) => `workflow ${workflow}`,
  parent: () => 'children of one run',
  triggeredBy: ({ triggeredBy }) => `triggered by ${triggeredBy}`,
  minCost: ({ minCost = 0 }) => `at least ${formatCost(minCost)}`,
  maxCost: ({ maxCost = 0 }) => `at most ${formatCost(maxCost)}`,
  minDuration: ({ minDuration = 0 }) => `at least ${formatDuration(minDuration)}`,
  maxDuration: ({ maxDuration = 0 }) => `at most ${formatDuration(maxDuration)}`,
  after: ({ after = 0 }) => `after ${formatDateTime(after)}`,
  before: ({ before = 0 }) => `before ${formatDateTime(before)}`,
  roots: () => 'no children',
} satisfies Record<string, (view: RunsSearch) => string | false | undefined>
