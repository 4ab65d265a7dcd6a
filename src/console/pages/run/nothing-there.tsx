import { useSearch } from '@tanstack/react-router'
import { useNotThere } from '../../data/not-there.ts'
import { isNoId } from '../../data/reach.ts'
import { Empty, Loading, Problem, type Shown } from '../../ui/page.tsx'

/** In place of the object that the address has open: it is not read yet, cannot be, or is not there. */
export function NothingThere(props: { readonly error?: Shown; readonly isLoading?: boolean }) {
  const { error, isLoading = false } = props
  const { open } = useSearch({ from: '/runs/$runId' })
  const isLost = !isLoading && (!error || isNoId(error))
  useNotThere('open', open, isLost)
  if (isLost) return <Empty title="There is nothing of this name in the run." />
  return error ? <Problem error={error} /> : <Loading />
}
