import type { AgentRowFragment } from '../../../generated/console/graphql.ts'
import look from '../../ui/look.module.css'

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
