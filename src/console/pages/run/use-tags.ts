import { useQuery } from 'urql'
import { TagsOfRunDocument } from '../../../generated/console/graphql.ts'
import type { RunOfPage } from './run-model.ts'

/** The tags of a run, as they are now. The cache has them, and is told of each change, here or elsewhere. */
export function useTags({ id, tags }: RunOfPage): readonly string[] {
  const [{ data }] = useQuery({
    query: TagsOfRunDocument,
    variables: { id },
    requestPolicy: 'cache-first',
  })
  return data?.run?.tags ?? tags
}
