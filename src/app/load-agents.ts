import { type AgentInCode, type AgentOptions, defineAgent } from '../domain/defined-agent.ts'
import { isRungraphError, RungraphError } from '../domain/errors.ts'
import { importUserModules, type RefuseFile, type UserModule } from '../user-code/user-modules.ts'

/** An agent with the file that it came from; absent: it came from a list in code. */
export interface LoadedAgent extends AgentInCode {
  readonly file?: string
}

/**
 * Loads agents in code: those of a module or folder, and those of a list. `null` where neither is given: then the database's agents stay as
 * they are. @throws AGENTS_MODULE_INVALID, AGENT_INVALID
 */
export async function loadAgents(
  path: string | null,
  inCode: readonly AgentInCode[] | undefined,
): Promise<readonly LoadedAgent[] | null> {
  if (path === null && inCode === undefined) return null
  const modules = path === null ? [] : await importUserModules(path, refuseFile)
  const agents: readonly LoadedAgent[] = [
    ...modules.flatMap(agentsOf),
    ...(inCode ?? []).map((entry, index) => toAgent(entry, `entry ${index + 1} of the option agents`)),
  ]
  for (const [index, { slug, file }] of agents.entries()) {
    const first = agents.findIndex((agent) => agent.slug === slug)
    if (first === index) continue
    const other = agents[first]?.file ?? 'the option agents'
    const problems = [`slug: ${other} defines an agent with this slug too; rename one of the two`]
    throw new RungraphError('AGENT_INVALID', { agent: slug, ...(file && { file }), problems })
  }
  return agents
}

const refuseFile: RefuseFile = (path, reason, cause) =>
  new RungraphError('AGENTS_MODULE_INVALID', { path, reason: `${reason.replace(/\.$/, '')}.` }, cause)

function agentsOf({ file, exports }: UserModule): readonly LoadedAgent[] {
  const entries = exports.default
  if (entries === undefined)
    throw refuseFile(
      file,
      'it has no default export; that must be an agent or an array of agents. In a folder, begin the names of other modules with "_"',
    )
  const list: readonly unknown[] = Array.isArray(entries) ? entries : [entries]
  return list.map((entry, index) => {
    const which = Array.isArray(entries) ? `entry ${index + 1}` : 'its default export'
    return { ...toAgent(entry, which, file), file }
  })
}

/** Accepts the result of `defineAgent`, or its options as a plain object. */
function toAgent(entry: unknown, which: string, file?: string): AgentInCode {
  if (typeof entry !== 'object' || entry === null || !('slug' in entry)) {
    const reason = `${which} is no agent: defineAgent makes one, or an object with a slug and the fields of a definition`
    throw file === undefined
      ? new RungraphError('AGENT_INVALID', { agent: which, problems: [reason] })
      : refuseFile(file, reason)
  }
  // No field is checked yet: `defineAgent` checks them all. The result of an earlier `defineAgent` has the fields under `definition`.
  const options = entry as AgentOptions & { readonly definition?: object }
  const { definition, ...plain } = options
  try {
    return defineAgent({ ...plain, ...definition, slug: plain.slug })
  } catch (error) {
    if (!isRungraphError(error) || error.code !== 'AGENT_INVALID' || file === undefined) throw error
    throw new RungraphError('AGENT_INVALID', { ...dataOf(error), file }, error)
  }
}

function dataOf({ data }: RungraphError): { readonly agent: string; readonly problems: readonly string[] } {
  return 'agent' in data && 'problems' in data && typeof data.agent === 'string'
    ? { agent: data.agent, problems: data.problems }
    : { agent: '', problems: [] }
}
