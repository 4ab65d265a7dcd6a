import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/client'
import { RungraphError } from '../../domain/errors.ts'
import { cutText } from '../cut-text.ts'

/** Maximum length of a server's error message that is shown to a model, in characters. */
const maxErrorChars = 4000

/**
 * Converts a result for the model: the structured content if there is any, else the text. Images, sound and files are only named, because
 * they would mean nothing as text. @throws TOOL_FAILED if the server says that the call failed
 */
export function toResult({ content, structuredContent, isError }: CallToolResult): unknown {
  const text = content.map(toText).join('\n')
  if (isError) {
    const message =
      text.trim() || JSON.stringify(structuredContent) || 'It failed, and the server does not say why.'
    throw new RungraphError('TOOL_FAILED', { message: cutText(message, maxErrorChars) })
  }
  return structuredContent ?? text
}

function toText(block: ContentBlock): string {
  switch (block.type) {
    case 'text':
      return block.text
    case 'image':
    case 'audio':
      return `[${block.type}: ${block.mimeType}, ${bytesOf(block.data)} bytes, not shown]`
    case 'resource_link':
      return `[resource: ${[block.name, block.uri, block.mimeType].filter(Boolean).join(', ')}]`
    case 'resource': {
      const { resource } = block
      const about = [resource.uri, resource.mimeType].filter(Boolean).join(', ')
      if ('text' in resource) return `[resource: ${about}]\n${resource.text}`
      return `[resource: ${about}, ${bytesOf(resource.blob)} bytes, not shown]`
    }
    default:
      return `[a part of another kind, not shown]`
  }
}

/** Number of bytes that base64 data encodes. */
function bytesOf(data: string): number {
  return Math.floor((data.replace(/=+$/, '').length * 3) / 4)
}
