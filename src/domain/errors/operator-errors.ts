import { operator, quote } from './rows.ts'

/** Errors that the operator of the server must fix. */
export const operatorErrors = {
  SETTING_INVALID: operator(
    (d: { problems: readonly string[] }) =>
      `Invalid settings:\n${d.problems.map((p) => `  - ${p}`).join('\n')}`,
  ),
  COMMAND_UNKNOWN: operator(
    (d: { command: string; known: readonly string[] }) =>
      `${quote(d.command)} is not a command. The commands are ${d.known.join(', ')}.`,
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
    (d: { reason: string }) =>
      `The database cannot be reached: ${d.reason} Check DATABASE_URL, and check that the server is running.`,
  ),
  DATABASE_DIFFERENT: operator(
    (_: object) =>
      'DATABASE_URL and DATABASE_DIRECT_URL refer to different databases. Use the same database of the same server in both, with DATABASE_DIRECT_URL bypassing the pooler.',
  ),
  DATABASE_MIGRATION_FAILED: operator(
    (d: { reason: string }) => `The database schema could not be migrated: ${d.reason}`,
  ),
  HOST_UNUSABLE: operator(
    (d: { host: string }) =>
      `HOST=${d.host} is not an address of this machine. Use an address that it has, such as 127.0.0.1, or 0.0.0.0 for all addresses.`,
  ),
  ARGUMENTS_INVALID: operator((d: { problem: string; usage: string }) => `${d.problem} Usage: ${d.usage}`),
  LOOPBACK_ONLY: operator(
    (d: { host: string }) =>
      `HOST=${d.host} would accept connections from other machines, and no API key exists. Create a key with \`npm run keys -- create <name> --role ADMIN\`, or use HOST=127.0.0.1.`,
  ),
} as const
