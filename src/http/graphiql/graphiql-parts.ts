import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { sha256 } from '../../hash.ts'

/** Path of the scripts and styles of GraphiQL. They are the same for everybody, so no key is needed. */
export const partsFolder = '/graphiql/'

/**
 * Nine megabytes together. They are sent zipped, as every browser takes them, a quarter of that, and only once: the address of a part
 * changes with its content.
 */
export interface GraphiqlPart {
  /** As the page names it, without a slash at the front: a proxy may have put a prefix before both. */
  readonly address: string
  readonly type: string
  zipped(): Promise<Uint8Array<ArrayBuffer>>
}

type GraphiqlParts = Readonly<Record<'style' | 'script' | 'editor' | 'json' | 'graphql', GraphiqlPart>>

let loading: Promise<GraphiqlParts> | undefined

/** They are loaded when the first browser asks for them. */
export function graphiqlParts(): Promise<GraphiqlParts> {
  loading ??= load()
  return loading
}

async function load(): Promise<GraphiqlParts> {
  const source = await import('@graphql-yoga/render-graphiql/graphiql')
  return {
    style: part('style.css', 'text/css', source.css),
    script: part('graphiql.js', 'text/javascript', source.js),
    editor: part('editor.js', 'text/javascript', source.editorWorkerService),
    json: part('json.js', 'text/javascript', source.jsonWorker),
    graphql: part('graphql.js', 'text/javascript', source.graphqlWorker),
  }
}

function part(name: string, type: string, text: string): GraphiqlPart {
  const hash = sha256(text).slice(0, 16)
  let zipping: Promise<Uint8Array<ArrayBuffer>> | undefined
  return {
    address: `${partsFolder.slice(1)}${hash}/${name}`,
    type: `${type}; charset=utf-8`,
    zipped() {
      zipping ??= promisify(gzip)(text)
      return zipping
    },
  }
}
