import { createRequire } from 'node:module'
import type { JsonObject } from '../../src/domain/json.ts'

const { resolve } = createRequire(import.meta.url)

type OfficialServer = 'everything' | 'filesystem' | 'memory' | 'sequential-thinking'

/** The entry of an MCP file for an official server of npm. */
export function officialServer(name: OfficialServer, args: readonly string[] = [], env: JsonObject = {}) {
  const program = resolve(`@modelcontextprotocol/server-${name}/dist/index.js`)
  return { command: process.execPath, args: [program, ...args], env }
}

/** The conformance suite of the protocol. */
export const conformanceProgram = resolve('@modelcontextprotocol/conformance/dist/index.js')
