import { whileOpen } from '../../app/disposer.ts'
import { loadAgents } from '../../app/load-agents.ts'
import { loadCatalogue, loadModels } from '../../app/load-models.ts'
import { loadOperations } from '../../app/load-operations.ts'
import { loadTools } from '../../app/load-tools.ts'
import { messageOf } from '../../domain/errors.ts'
import { checkAgents } from '../../engine/commands/sync-agents.ts'
import { changedTools } from '../../models/tools/fit-tools.ts'
import { createOwnAddresses } from '../../net/own-addresses.ts'
import type { Config } from '../../settings/config.ts'
import { jsonSchemas } from '../../tools/json-schema-check.ts'
import { type Findings, off, ok, runCheck, warning } from './finding.ts'

/** The tools that agents can name, by their source; sources that could not be reached; and the agents in code, which need the tools. */
export async function checkCode(config: Config): Promise<Findings> {
  const problems: string[] = []
  const report = (message: string, error?: unknown) => {
    problems.push(error === undefined ? message : `${message} ${messageOf(error)}`)
  }
  return whileOpen(async (closing) => {
    const { tools } = await loadTools(
      config,
      {},
      { now: Date.now, own: createOwnAddresses(), report, closing },
    )
    const bySource = Map.groupBy(tools.list(), ({ source }) => source)
    const found = [...bySource].map(([source, list]) =>
      ok('tools', `${source}: ${names(list.map(({ name }) => name))}`),
    )
    const lost = problems.map((problem) =>
      warning('tools', problem, 'Check the entry of the server, and that it runs.'),
    )
    return [
      ...found,
      ...changedTools(tools.list()).map(({ name, changes }) =>
        warning(
          'tools',
          `Some providers refuse the tool "${name}" as it is: ${changes.join('; ')}.`,
          'Nothing is to be done if models use it well; else change that in the definition of the tool, or in the document of its server.',
        ),
      ),
      ...unset(config),
      ...lost,
      ...(await runCheck('agents', () => checkAgentsInCode(config, tools))),
    ]
  })
}

/** The agents of the module or folder, by the checks of the start. @throws AGENTS_MODULE_INVALID, AGENT_INVALID */
async function checkAgentsInCode(config: Config, tools: ToolSet): Promise<Findings> {
  const agents = await loadAgents(config.agents.path, undefined)
  if (agents === null)
    return [off('agents', 'None in code.', 'Set RUNGRAPH_AGENTS to a module or folder (docs/agents.md).')]
  checkAgents(agents, { tools, schemas: jsonSchemas, models: await loadModels(config) })
  return [ok('agents', `In code: ${names(agents.map(({ slug }) => slug))}`)]
}

type ToolSet = Awaited<ReturnType<typeof loadTools>>['tools']

function unset({ tools, mcp, openapi }: Config): Findings {
  const settings = [
    [tools, 'tools module', 'Set RUNGRAPH_TOOLS to a module or folder of your own tools (docs/tools.md).'],
    [mcp, 'MCP servers', 'Set RUNGRAPH_MCP to a file of MCP servers (docs/tools.md).'],
    [openapi, 'OpenAPI documents', 'Set RUNGRAPH_OPENAPI to a file of OpenAPI documents (docs/tools.md).'],
  ] as const
  return settings.flatMap(([path, what, remedy]) =>
    path === null ? [off('tools', `No ${what}.`, remedy)] : [],
  )
}

/** At most as many as a line holds. */
function names(all: readonly string[]): string {
  const shown = all.slice(0, mostNames).join(', ')
  return all.length <= mostNames ? shown : `${shown} and ${all.length - mostNames} more`
}

const mostNames = 12

/** The files of the settings that the server reads at its start. */
export async function checkFiles(config: Config): Promise<Findings> {
  const { names: models } = await loadCatalogue(config)
  await loadOperations(config)
  return [
    config.models === null
      ? ok('models file', `Prices and windows of ${models.length} models are built in.`)
      : ok('models file', `${config.models} is valid.`),
    ...(config.manifest === null ? [] : [ok('operations file', `${config.manifest.path} is valid.`)]),
  ]
}
