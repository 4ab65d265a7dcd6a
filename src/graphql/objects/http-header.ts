import type { HttpHeader } from '../../domain/model-exchange.ts'
import { string, valueObject } from '../fields.ts'

/** Header of a message or of settings. */
export const HttpHeaderObject = valueObject<HttpHeader>('HttpHeader', 'Header of an HTTP message.', {
  name: string('Name of the header.'),
  value: string('Value of the header.'),
})
