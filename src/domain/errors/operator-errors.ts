import { operator, quote } from './rows.ts'

/** Errors that the operator of the server must fix. */
export const operatorErrors = {
  SETTING_INVALID: operator(
    (d: { problems: readonly string[] }) =>
      `Invalid settings:\n${d.problems.map((p) => `  - ${p}`).join('\n')}`,
  ),
  COMMAND_UNKNOWN: operator(
    (d: { command: string; known: readonly string[]; nearest?: string }) =>
      `${quote(d.command)} is not a command.${d.nearest === undefined ? '' : ` Did you mean ${d.nearest}?`} The commands are ${d.known.join(', ')}.`,
  ),
  PORT_IN_USE: operator(
    ({ host, port, setting }: { host: string; port: number; setting: string }) =>
      `Port ${port} on ${host} is in use. Stop the other program, or set ${setting} to a free one (${setting}=0 picks one).`,
  ),
  TOOL_INVALID: operator(
    (d: { tool: string; reason: string }) => `The tool ${quote(d.tool)} cannot be used: ${d.reason}.`,
  ),
  TOOLS_MODULE_INVALID: operator(
    (d: { path: string; reason: string }) => `RUNGRAPH_TOOLS: ${d.path} cannot be used: ${d.reason}`,
  ),
  AGENTS_MODULE_INVALID: operator(
    (d: { path: string; reason: string }) => `RUNGRAPH_AGENTS: ${d.path} cannot be used: ${d.reason}`,
  ),
  AGENT_INVALID: operator(
    (d: { agent: string; file?: string; problems: readonly string[] }) =>
      `The agent ${quote(d.agent)}${d.file === undefined ? '' : ` of ${d.file}`} cannot be used:\n${d.problems.map((p) => `  - ${p.replace(/\.$/, '')}.`).join('\n')}`,
  ),
  MODELS_FILE_INVALID: operator(
    (d: { path: string; problems: readonly string[] }) =>
      `RUNGRAPH_MODELS: ${d.path} cannot be used:\n${d.problems.map((p) => `  - ${p}`).join('\n')}`,
  ),
  MCP_FILE_INVALID: operator(
    (d: { path: string; problems: readonly string[] }) =>
      `RUNGRAPH_MCP: ${d.path} cannot be used:\n${d.problems.map((p) => `  - ${p}`).join('\n')}`,
  ),
  OPENAPI_FILE_INVALID: operator(
    (d: { path: string; problems: readonly string[] }) =>
      `RUNGRAPH_OPENAPI: ${d.path} cannot be used:\n${d.problems.map((p) => `  - ${p}`).join('\n')}`,
  ),
  OPERATIONS_FILE_INVALID: operator(
    (d: { path: string; problems: readonly string[] }) =>
      `RUNGRAPH_OPERATIONS: ${d.path} cannot be used:\n${d.problems.map((p) => `  - ${p}`).join('\n')}`,
  ),
  DATA_DIR_UNUSABLE: operator(
    (d: { path: string; reason: string; remedy: string }) =>
      `RUNGRAPH_DATA_DIR: ${d.path} cannot be used: ${d.reason} ${d.remedy}`,
  ),
  DATABASE_BINARIES_MISSING: operator(
    (d: { reason: string }) =>
      `The private PostgreSQL cannot start: ${d.reason} Set DATABASE_URL to your own PostgreSQL server, or install the optional dependencies (npm install --include=optional).`,
  ),
  DATABASE_UNREACHABLE: operator(
    (d: { reason: string; setting: string }) =>
      `The database cannot be reached: ${d.reason} Check ${d.setting}, and check that the server is running.`,
  ),
  DATABASE_DIFFERENT: operator(
    (_: object) =>
      'DATABASE_URL and DATABASE_DIRECT_URL refer to different databases. Use the same database of the same server in both, with DATABASE_DIRECT_URL bypassing the pooler.',
  ),
  DATABASE_TOO_OLD: operator(
    (d: { version: string; oldest: string }) =>
      `The database server is PostgreSQL ${d.version}. Rungraph needs PostgreSQL ${d.oldest} or newer.`,
  ),
  DATABASE_READ_ONLY: operator(
    (d: { reason: string; remedy: string }) => `The database takes no writes: ${d.reason} ${d.remedy}`,
  ),
  DATABASE_SETTING_UNUSABLE: operator(
    (d: { settings: readonly { name: string; value: string; reason: string; remedy: string }[] }) =>
      `Sessions of the database have settings that Rungraph cannot work with and cannot change:\n${d.settings.map(({ name, value, reason, remedy }) => `  - ${name} = ${quote(value)}: ${reason} ${remedy}`).join('\n')}`,
  ),
  DATABASE_MIGRATION_FAILED: operator(
    (d: { reason: string }) => `The database schema could not be migrated: ${d.reason}`,
  ),
  API_NOT_SERVED: operator(
    (_: object) =>
      'This process has the role worker, which serves no API. Leave the option role out, or pass requests to a process with the role api.',
  ),
  HOST_UNUSABLE: operator(
    (d: { host: string }) =>
      `HOST=${d.host} is not an address of this machine. Use an address that it has, such as 127.0.0.1, or 0.0.0.0 for all addresses.`,
  ),
  ARGUMENTS_INVALID: operator(
    (d: { problem: string; command: string }) =>
      `${d.problem} Help: ${['rungraph', d.command, '--help'].filter((word) => word !== '').join(' ')}`,
  ),
  SERVER_UNREACHABLE: operator(
    (d: { url: string; reason: string }) =>
      `No Rungraph answers at ${d.url}: ${d.reason}. Start one with \`npx rungraph\`, or say where it is with --url or RUNGRAPH_URL.`,
  ),
  SERVER_REFUSED: operator((d: { message: string; remedy: string; code: string }) =>
    [d.message, d.remedy].filter((text) => text !== '').join(' '),
  ),
  FOLDER_NOT_EMPTY: operator(
    (d: { folder: string }) =>
      `${d.folder} is not empty, and nothing in it is overwritten. Name a new folder, or empty this one.`,
  ),
  INSTALL_FAILED: operator(
    (d: { folder: string; command: string }) =>
      `The project is in ${d.folder}, and its dependencies could not be installed; the reason is above. If the package rungraph was not found (E404), set another version or the path of the package in package.json; \`rungraph init --rungraph <version or path>\` does so for a new project. Run there: ${d.command}`,
  ),
  LOOPBACK_ONLY: operator(
    (d: { host: string }) =>
      `HOST=${d.host} would accept connections from other machines, and no API key exists. Set RUNGRAPH_ADMIN_KEY to a key, create one with \`npx rungraph keys create <name> --role ADMIN\`, or use HOST=127.0.0.1.`,
  ),
} as const
