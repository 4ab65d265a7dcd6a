import { isUuid, toGlobalId } from '../../graphql/global-id.ts'
import { openRemote, type RemoteAddress } from '../remote/open-remote.ts'
import type { CommandContext } from '../terminal/command-context.ts'
import { type FollowCall, followRun } from './follow-run.ts'

interface TailCall extends Omit<FollowCall, 'runId'>, RemoteAddress {
  /** Id of the run, as the API gives it or as the database has it. */
  readonly run: string
}

/** Follows a run of the server, and gives the exit code. @throws ARGUMENTS_INVALID, and the errors of `followRun` */
export function runTail(call: TailCall, { settings, terminal }: CommandContext): Promise<number> {
  const remote = openRemote(call, settings.environment(), 'tail')
  const runId = isUuid(call.run) ? toGlobalId('Run', call.run) : call.run
  return followRun(remote, { ...call, runId }, terminal)
}
