import { Pencil, Trash2 } from 'lucide-react'
import type { AgentRowFragment, Permission } from '../../../generated/console/graphql.ts'
import { IconButton } from '../../ui/button.tsx'
import { formatTotal } from '../../ui/format.ts'
import look from '../../ui/look.module.css'
import { Status } from '../../ui/status.tsx'
import { type Column, numeric } from '../../ui/table.tsx'

/** Whether the program's code holds the definition: the API refuses to change, archive or delete it. */
export function isOfCode({ source }: Pick<AgentRowFragment, 'source'>): boolean {
  return source === 'CODE'
}

/** Why an agent of code cannot be changed here, and where it is changed. Nothing for the others. */
export function CodeNote({ agent }: { readonly agent: AgentRowFragment }) {
  if (!isOfCode(agent)) return null
  return (
    <p className={look.notice} data-tone="waiting" role="note">
      {agent.archivedAt ? (
        <>
          This agent was defined in code, and its file is gone. Restore it to change or delete it here; it is
          then an agent of the API.
        </>
      ) : (
        <>
          This agent is defined in code (RUNGRAPH_AGENTS). Change or remove it in its file, and restart the
          server. The next start would undo a change made here.
        </>
      )}
    </p>
  )
}

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

const words: Readonly<Record<Permission, readonly [status: string, label: string]>> = {
  ALLOW: ['APPROVED', 'Allowed'],
  DENY: ['DENIED', 'Denied'],
  REQUIRE_APPROVAL: ['OPEN', 'Needs approval'],
}

/** Ruling of the policies on a call, with its colour. */
export function PermissionLabel({ of: permission }: { readonly of: Permission }) {
  const [status, label] = words[permission]
  return <Status of={status} label={label} />
}

/** Stands for a field that a rule leaves open. */
export const anyValue = <span className={look.faint}>any</span>

interface Changing<Row> {
  readonly edit: (row: Row) => void
  readonly remove: (row: Row) => void
}

/** The column of a table whose rows are changed and deleted. */
export function changes<Row>(noun: string, { edit, remove }: Changing<Row>): Column<Row> {
  return numeric('Actions', (row) => (
    <>
      <IconButton icon={Pencil} label={`Change the ${noun}`} onPress={() => edit(row)} />
      <IconButton icon={Trash2} label={`Delete the ${noun}`} onPress={() => remove(row)} />
    </>
  ))
}
