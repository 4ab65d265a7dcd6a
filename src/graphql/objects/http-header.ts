import type { HttpHeader } from '../../domain/model-exchange.ts'
import { builder } from '../builder.ts'

/** Header of a message or of settings. */
export const HttpHeaderObject = builder.objectRef<HttpHeader>('HttpHeader').implement({
  description: 'Header of an HTTP message.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name of the header.' }),
    value: t.exposeString('value', { description: 'Value of the header.' }),
  }),
})
