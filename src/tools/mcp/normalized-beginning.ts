import { isJsonObject, type Json, type JsonObject } from '../../domain/json.ts'

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
    serverInfo: { name: textOf(name), version: textOf(versionOfServer) },
    ...(typeof instructions === 'string' && { instructions }),
    ...(spoken !== null && { protocolVersion: textOf(spoken) }),
  }
}

/** Only of its tools we want to know whether it tells changes. */
function normalizedCapabilities(capabilities: Json | undefined): JsonObject {
  const { tools = null } = mapOf(capabilities)
  if (tools === null || tools === false) return {}
  const { listChanged } = mapOf(tools)
  return { tools: /^(true|1)$/i.test(String(listChanged)) ? { listChanged: true } : {} }
}

function withoutNulls(map: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(map).filter(([, value]) => value !== null))
}

function mapOf(value: Json | undefined): JsonObject {
  return value !== undefined && isJsonObject(value) ? value : {}
}

function textOf(value: Json): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
