import type { HttpMessage, ReceivedResponse, SentRequest } from '../../domain/model-exchange.ts'
import { httpHeader } from '../../domain/model-exchange.ts'
import { builder } from '../builder.ts'
import type { GraphQLContext } from '../context.ts'
import { int, string, valueObject } from '../fields.ts'
import { objectOf } from '../shape.ts'
import { ModelCallObject } from './model-call.ts'

const HttpMessageObject = builder.interfaceRef<HttpMessage>('ModelHttpMessage').implement({
  description: 'HTTP message of a model call, without credentials.',
  resolveType: (message) => ('status' in message ? 'ModelHttpResponse' : 'ModelHttpRequest'),
  fields: (t) => ({
    headers: t.field({
      type: [objectOf(httpHeader)],
      description: 'Headers of the message, without those that carry credentials.',
      resolve: ({ headers }) => headers,
    }),
    body: t.exposeString('body', {
      description: 'Body of the message as text; for a streamed answer, the text of the stream.',
    }),
    bodyBytes: t.field({
      type: 'SafeInt',
      description: 'Size of the whole body, in bytes, as far as it was sent or received.',
      resolve: ({ bodyBytes }) => bodyBytes,
    }),
    isTruncated: t.exposeBoolean('isTruncated', {
      description: 'Whether the end of `body` is missing because the body is larger than 4 MiB.',
    }),
  }),
})

const RequestObject = valueObject<SentRequest>(
  'ModelHttpRequest',
  'HTTP request of a model call, as it was sent to the provider.',
  { method: string('Method of the request.'), path: string('Path and query of the URL of the request.') },
  { interfaces: [HttpMessageObject] },
)

const ResponseObject = valueObject<ReceivedResponse>(
  'ModelHttpResponse',
  'HTTP response of a model call, as the provider gave it.',
  { status: int('Status code of the response.') },
  { interfaces: [HttpMessageObject] },
)

builder.prismaObjectFields(ModelCallObject, (t) => ({
  request: t.field({
    type: RequestObject,
    description:
      'HTTP request as it was sent to the provider, if `RUNGRAPH_RETENTION_MODEL_TRAFFIC_DAYS` was set. Null if it is not stored. Only an ADMIN may read it, because secrets are not redacted in it.',
    nullable: true,
    select: { id: true },
    resolve: ({ id }, _, ctx, info) =>
      ctx.loaders
        .ofField<string, SentRequest | null>(info, 'request', (callIds) =>
          ctx.operations.traffic.requests(callOf(ctx, callIds)),
        )
        .load(id),
  }),
  response: t.field({
    type: ResponseObject,
    description:
      'HTTP response as the provider gave it, as far as it was received, under the same conditions as `request`. Null if none was received or it is not stored.',
    nullable: true,
    select: { id: true },
    resolve: ({ id }, _, ctx, info) =>
      ctx.loaders
        .ofField<string, ReceivedResponse | null>(info, 'response', (callIds) =>
          ctx.operations.traffic.responses(callOf(ctx, callIds)),
        )
        .load(id),
  }),
}))

function callOf({ project, caller }: GraphQLContext, callIds: readonly string[]) {
  return { projectId: project.id, caller, callIds }
}
