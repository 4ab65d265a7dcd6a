import type { ChatDialectName } from '../../src/domain/chat-dialect.ts'
import type { JsonObject } from '../../src/domain/json.ts'
import type { ModelRequest } from '../../src/domain/model.ts'
import type { SentFiles } from '../../src/models/files/sent-files.ts'
import { chatDialect } from '../../src/models/openai-chat/chat-dialects.ts'
import { toChatRequest } from '../../src/models/openai-chat/openai-chat-request.ts'

/** Origin of the reasoning and the signatures in histories that tests make. */
export const chatOrigin = 'http://127.0.0.1/v1 a-model'

/** A turn as a server takes it, typed as the SDK does. */
export function chatRequest(request: ModelRequest, name: ChatDialectName, files?: SentFiles) {
  const dialect = chatDialect(request.model, { name, baseUrl: '' })
  return toChatRequest(request, dialect, { origin: chatOrigin, ...(files && { files }) })
}

/** The same as it goes over the wire. */
export function chatBody(request: ModelRequest, name: ChatDialectName, files?: SentFiles): JsonObject {
  return JSON.parse(JSON.stringify(chatRequest(request, name, files)))
}
