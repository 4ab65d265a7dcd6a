/**
 * Sends images to an agent, prints its answer, and saves the files that its tools made:
 *
 *     npx node examples/images/describe.ts <agent> <question> <file>…
 *
 * RUNGRAPH_URL is the URL of the server (http://127.0.0.1:4000/graphql), RUNGRAPH_KEY is the API key.
 */
import { openAsBlob } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { argv, env } from 'node:process'
import { Client, RungraphClientError } from 'rungraph/client'

interface Asked {
  readonly agent: string
  readonly question: string
  /** Paths of files. */
  readonly files: readonly string[]
  /** Folder for the files of the answer. */
  readonly folder: string
}

interface Described {
  readonly answer: string | null
  /** Paths of the files that tools made. */
  readonly made: readonly string[]
}

interface Transcript {
  readonly run: {
    readonly messages: {
      readonly nodes: readonly {
        readonly role: string
        readonly parts: readonly {
          readonly fileName?: string | null
          readonly file?: { readonly url: string | null } | null
        }[]
      }[]
    }
  }
}

const transcript = `query Files($id: ID!) {
  run(id: $id) { messages(first: 100) { nodes { role parts { ... on FilePart { fileName file { url } } } } } }
}`

/** Each file goes with the request that starts the run. */
export async function describe(
  client: Client,
  { agent, question, files, folder }: Asked,
): Promise<Described> {
  const uploads = await Promise.all(
    files.map(async (path) => ({ upload: new File([await openAsBlob(path)], basename(path)) })),
  )
  const { id } = await client.trigger({ agent, input: question, files: uploads })
  const { summary = null, error } = await client.result(id)
  if (error) throw new RungraphClientError(error.message, error)
  const { run } = await client.query<Transcript, object>(transcript, { id })
  const parts = run.messages.nodes.filter(({ role }) => role === 'TOOL').flatMap((message) => message.parts)
  const made = parts.map(async ({ fileName, file }) => {
    if (!file?.url) return []
    const path = join(folder, basename(fileName ?? 'file'))
    // It is a path below the address of the server.
    const response = await fetch(new URL(`.${file.url}`, client.url))
    if (!response.ok) throw new Error(`The server gave ${response.status} for ${path}.`)
    await writeFile(path, Buffer.from(await response.arrayBuffer()))
    return [path]
  })
  return { answer: summary, made: (await Promise.all(made)).flat() }
}

if (import.meta.main) {
  const [agent = '', question = '', ...files] = argv.slice(2)
  const { RUNGRAPH_URL: url = 'http://127.0.0.1:4000/graphql', RUNGRAPH_KEY: token = '' } = env
  try {
    const client = new Client({ url, token })
    const { answer, made } = await describe(client, { agent, question, files, folder: '.' })
    console.log(answer)
    for (const path of made) console.log(path)
  } catch (error) {
    if (!(error instanceof RungraphClientError)) throw error
    console.error(`${url}: ${error.message}`)
    process.exitCode = 1
  }
}
