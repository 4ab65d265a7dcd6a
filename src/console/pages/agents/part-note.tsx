import { formatTotal } from '../../ui/format.ts'
import look from '../../ui/look.module.css'

interface Props {
  /** What was read of a list of the project. */
  readonly of: { readonly nodes: readonly unknown[]; readonly totalCount: number }
  /** Name of the objects, such as `policies`. */
  readonly name: string
}

/** Says that those of an agent were looked for in a part of the list. Nothing where it was read whole. */
export function PartNote({ of: { nodes, totalCount }, name }: Props) {
  if (nodes.length === totalCount) return null
  return (
    <p className={look.faint}>
      Only the first {nodes.length} of the {formatTotal(totalCount)} {name} of the project are looked at here.
    </p>
  )
}
