import { hashOfScope } from '../../domain/access-token.ts'
import { fileUpload } from '../../domain/file.ts'
import type { GraphQLContext } from '../context.ts'
import { required, string } from '../fields.ts'
import { mutation } from '../mutation.ts'
import { queryById, rowObject } from '../row-object.ts'
import { objectOf } from '../shape.ts'

export const FileObject = rowObject(
  'File',
  'File of messages: an image, audio or a document. It is deleted with the last run or item of a data set that names it, and a day after its upload if nothing does.',
  {
    sha256: 'SHA-256 of the bytes of the file, in hexadecimal.',
    mediaType: 'Media type of the file, such as `image/png`.',
    name: 'Name of the file. Null if it has none.',
    byteCount: 'Size of the file, in bytes.',
    width: 'Width of an image, in pixels. Null for other files.',
    height: 'Height of an image, in pixels. Null for other files.',
    createdAt: 'Time when the file was stored.',
    createdBy: 'Caller that uploaded the file, as its credentials say. Null if a run made it.',
  },
  (t) => ({
    url: t.string({
      description:
        'Path of a signed address below that of this server, at which anybody may read the file with GET for at least 15 minutes. Null if the server has no encryption key.',
      nullable: true,
      resolve: ({ id: fileId }, _, { operations, project }) =>
        operations.files.addressOf({ project, fileId }),
    }),
  }),
)

queryById('File', FileObject)

mutation('uploadFile', {
  description:
    'Stores a file for messages. Send it as a multipart request (GraphQL multipart request specification), with the header `GraphQL-Require-Preflight` unless the request has `Authorization`.',
  argument: 'File to store.',
  input: {
    file: required.one('Upload', 'The file: null in the operation, and a part of the request.'),
    name: string('Name of the file. Default: the name that the request gives.'),
  },
  result: FileObject,
  gives: 'Stored file, or the error.',
  errors: ['InvalidInput', 'LimitExceeded'],
  resolve: async ({ file, name = file.name }, ctx) => {
    const upload = { ...file, name }
    return (await ctx.operations.files.uploadFile({ ...originOf(ctx), projectId: ctx.project.id, upload }))
      .fileId
  },
})

mutation('createFileUpload', {
  description:
    'Makes an address that takes one file for messages, for clients that send no multipart requests, and for large files.',
  argument: 'File that will be sent.',
  input: {
    mediaType: required.string('Media type of the file, such as `image/png`.'),
    byteCount: required.int('Size of the file, in bytes.'),
    name: string('Name of the file. Default: none.'),
  },
  result: objectOf(fileUpload),
  gives: 'Address for the file, or the error.',
  errors: ['InvalidInput', 'Conflict'],
  resolve: ({ name = null, ...announced }, ctx) =>
    ctx.operations.files.createUpload({ ...announced, name, ...originOf(ctx), project: ctx.project }),
})

function originOf(ctx: GraphQLContext) {
  return { createdBy: ctx.caller.name, tokenScope: tokenScopeOf(ctx) }
}

/** The scope of the access token that files of a call come with; nothing where it has none, or has no token. */
export function scopeOfFiles(files: readonly unknown[] | null | undefined, ctx: GraphQLContext) {
  const tokenScope = files?.length ? tokenScopeOf(ctx) : null
  return tokenScope === null ? null : { tokenScope }
}

function tokenScopeOf({ caller }: GraphQLContext): string | null {
  return caller.access && hashOfScope(caller.access.scope)
}
