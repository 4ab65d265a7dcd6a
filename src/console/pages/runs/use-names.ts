import { useMemo, useState } from 'react'
import { useQuery } from 'urql'
import { RunTagsDocument, ToolNamesDocument } from '../../../generated/console/graphql.ts'
import type { PickOption } from '../../ui/pick-field.tsx'
import { useSettled } from '../../ui/use-settled.ts'

/** So many tags are read at once. */
const most = 500

/** The tags of the project to choose from, and what reads those from some words on, where there are more. */
export function useRunTags(): readonly [tags: readonly PickOption[], onSearch: (words: string) => void] {
  const [words, onSearch] = useState('')
  const from = useSettled(words)
  const [{ data }] = useQuery({ query: RunTagsDocument, variables: { from: null } })
  const isPart = (data?.runTags.length ?? 0) >= most
  const [{ data: found }] = useQuery({
    query: RunTagsDocument,
    variables: { from },
    pause: !isPart || from === '',
  })
  const tags = useMemo(
    () => [...new Set([...(data?.runTags ?? []), ...(found?.runTags ?? [])])].map(toOption),
    [data, found],
  )
  return [tags, onSearch]
}

/** The tools of the server to choose from. */
export function useToolNames(): readonly PickOption[] {
  const [{ data }] = useQuery({ query: ToolNamesDocument })
  return useMemo(() => (data?.tools ?? []).map(({ name }) => toOption(name)), [data])
}

function toOption(value: string): PickOption {
  return { value, label: value }
}
