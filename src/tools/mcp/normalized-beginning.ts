import type { Json, JsonObject } from '../../domain/json.ts'
import { isTrue, mapOf, textOfJson } from './loose-json.ts'
import { tasksExtension } from './mcp-task.ts'

/**
 * The first answer of a server as the client library reads it. That refuses a server for what nobody uses: a version that is a number,
 * icons without an address, a capability that is `true`. It is given what is used, in the right form, and nothing else of that.
 *
 * @param asked version of the protocol that the client asked for: one that the server does not name
 */
export function normalizedBeginning(result: JsonObject, asked: Json | undefined): JsonObject {
  const { capabilities, serverInfo, instructions, protocolVersion: version, ...others } = result
  const { name = '', version: versionOfServer = '' } = mapOf(serverInfo)
  const spoken = version ?? asked ?? null
  return {
    ...withoutNulls(others),
    capabilities: normalizedCapabilities(capabilities),
    serverInfo: { name: textOfJson(name), version: textOfJson(versionOfServer) },
    ...(typeof instructions === 'string' && { instructions }),
    ...(spoken !== null && { protocolVersion: textOfJson(spoken) }),
  }
}

/** Only of its tools we want to know whether it tells changes. */
function normalizedCapabilities(capabilities: Json | undefined): JsonObject {
  const { tools, resources, prompts, logging, tasks, extensions } = mapOf(capabilities)
  const { listChanged } = mapOf(tools)
  const hasTasks = isDeclared(mapOf(mapOf(mapOf(tasks).requests).tools).call)
  return {
    ...(isDeclared(tools) && { tools: isTrue(listChanged) ? { listChanged: true } : {} }),
    ...(isDeclared(resources) && { resources: {} }),
    ...(isDeclared(prompts) && { prompts: {} }),
    ...(isDeclared(logging) && { logging: {} }),
    ...(hasTasks && { tasks: { requests: { tools: { call: {} } } } }),
    ...(isDeclared(mapOf(extensions)[tasksExtension]) && { extensions: { [tasksExtension]: {} } }),
  }
}

function isDeclared(capability: Json | undefined): boolean {
  return capability !== undefined && capability !== null && capability !== false
}

function withoutNulls(map: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(map).filter(([, value]) => value !== null))
}
