import type { GraphiQLOptions } from 'graphql-yoga'
import type { Admission } from '../../domain/caller.ts'
import { sha256 } from '../../domain/hash.ts'
import type { GraphQLSources } from '../../graphql/context.ts'
import { namesBeyondCore } from '../../graphql/core-schema.ts'
import { toGlobalId } from '../../graphql/global-id.ts'
import { type PageFile, pageFile } from '../page-files.ts'
import {
  inScript,
  pageFetcher,
  schemaSwitch,
  startedRun,
  titleWithSwitch,
  whereTheKeyGoes,
} from './page-scripts.ts'

const listAgents = `# The agents of the project.
query Agents {
  agents(first: 20) {
    totalCount
    edges {
      node {
        id
        slug
        name
        description
        model
        tools { name }
      }
    }
  }
}
`

const triggerRun = `# Starts a run that takes twenty seconds.
# Then open the tab RunEvents, which has its id.
mutation TriggerRun($input: TriggerRunInput!) {
  triggerRun(input: $input) {
    __typename
    ... on Run { id status }
    ... on Error { code message }
  }
}
`

const listRuns = `# The newest runs, with what they did step by step.
query Runs {
  runs(first: 5) {
    totalCount
    edges {
      node {
        id
        status
        terminationReason
        summary
        durationMs
        agent { slug }
        steps(first: 20) {
          edges {
            node {
              number
              actions { target status output error }
              usage { totalTokens costUsd }
            }
          }
        }
      }
    }
  }
}
`

const followRun = `# Every event of a run, from the first on, then live.
# The variables have the newest run, or the one that
# TriggerRun started. Put another id there as you like;
# the result lists the events as they come.
subscription RunEvents($runId: ID!, $after: String) {
  runEvents(runId: $runId, after: $after) {
    __typename
    seq
    stepNumber
    cursor
    ... on TextDelta { messageId offset text }
    ... on ReasoningDelta { text }
    ... on ActionStarted { name target parameters }
    ... on ActionCompleted { name output durationMs }
    ... on ActionFailed { name error }
    ... on FinalAnswer { text }
    ... on RunCompleted { status terminationReason totalSteps }
    ... on RunFailed { errorCode error }
  }
}
`

const usage = `# What the model calls used, by agent and model.
query Usage {
  usage(groupBy: [AGENT, MODEL]) {
    agent { slug }
    model
    usage {
      requests
      inputTokens
      outputTokens
      cachedInputTokens
      costUsd
    }
  }
}
`

interface PageOptions {
  readonly admission: Admission | null
  /** Nonce of the page's content security policy: only scripts with the nonce are run. */
  readonly nonce: string
}

/** GraphiQL with an example of each kind of operation, ready to be run. It reveals nothing of the project to an unauthenticated client. */
export async function graphiqlPage(
  sources: GraphQLSources,
  { admission, nonce }: PageOptions,
): Promise<string> {
  // The page works without it. The failure is reported where it is requested.
  const newest = admission && (await newestRun(sources, admission).catch(() => null))
  const runId = newest === null ? 'the id that triggerRun gave' : toGlobalId('Run', newest.id)
  return render(optionsFor(admission, runId), { nonce, runId })
}

function optionsFor(admission: Admission | null, runId: string): GraphiQLOptions {
  const input = { agent: 'demo-slow', input: 'Take your time.' }
  return {
    title: admission ? titleWithSwitch : titleWithSwitch + whereTheKeyGoes,
    // If a key is required, it goes into the headers.
    defaultEditorToolsVisibility: admission ? 'variables' : 'headers',
    defaultTabs: [
      { query: listAgents },
      { query: triggerRun, variables: textOfVariables({ input }) },
      { query: listRuns },
      { query: followRun, variables: textOfVariables({ runId }) },
      { query: usage },
    ],
  }
}

/** An access token is for other runs. */
async function newestRun({ prisma }: GraphQLSources, { project, caller }: Admission) {
  if (caller.access !== null) return null
  return prisma.run.findFirst({
    where: { projectId: project.id },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    select: { id: true },
  })
}

/** Everything comes from this server: the page, and the parts that it names. */
async function render(
  options: GraphiQLOptions,
  { nonce, runId }: Pick<PageOptions, 'nonce'> & { readonly runId: string },
): Promise<string> {
  const { style, script, editor, json, graphql } = await graphiqlParts()
  const workers = { editorWorkerService: editor.address, json: json.address, graphql: graphql.address }
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Rungraph</title>
    <link rel="icon" href="${icon}" />
    <link rel="stylesheet" href="${style.address}" />
    ${stillTabs}
    <script nonce="${nonce}">${oneKey}</script>
    <script nonce="${nonce}">${freshRun(runId)}</script>
  </head>
  <body id="body" class="no-focus-outline">
    <noscript>GraphiQL needs JavaScript.</noscript>
    <div id="root"></div>
    <script nonce="${nonce}">
      const workers = ${inScript(workers)}
      self.MonacoEnvironment = { globalAPI: true, getWorkerUrl: (_, label) => workers[label] }
    </script>
    <script src="${script.address}"></script>
    <script nonce="${nonce}">
      ${schemaSwitch(namesBeyondCore())}
      ${pageFetcher}
      ${startedRun(runIdKey)}
      YogaGraphiQL.renderYogaGraphiQL(document.querySelector('#root'), { ...${inScript(options)}, fetcher: pageFetcher })
      followEditors()
      followVariables()
    </script>
  </body>
</html>
`
}

/** Nodes on a path, in the colour of GraphiQL. */
const icon = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16" fill="none" stroke="#d60590" stroke-width="2"><path d="M4 12 8 4l4 8"/><g fill="#d60590" stroke="none"><circle cx="4" cy="12" r="3"/><circle cx="8" cy="4" r="3"/><circle cx="12" cy="12" r="3"/></g></svg>',
)}`

/**
 * Each tab has headers of its own, but a key is for all of them: the key that was entered last is sent, as long as the page is open, and to
 * this server alone.
 */
const oneKey = `
{
  const send = window.fetch
  let key = null
  window.fetch = (to, options = {}) => {
    const headers = new Headers(options.headers)
    const { origin } = new URL(to instanceof Request ? to.url : to, location.href)
    key = headers.get('authorization') ?? key
    if (origin !== location.origin) headers.delete('authorization')
    else if (key !== null) headers.set('authorization', key)
    return send(to, { ...options, headers })
  }
}
`

/** Where the browser keeps the id of the run that the page put into the tabs. */
const runIdKey = 'rungraph:runId'

/** GraphiQL keeps its tabs in the browser: the id of the run that an earlier page put there is replaced by that of the newest run. */
const freshRun = (runId: string) => `
{
  const storageKey = '${runIdKey}'
  const runId = ${inScript(runId)}
  const shown = localStorage.getItem(storageKey)
  for (const key of shown === null ? [] : Object.keys(localStorage))
    localStorage.setItem(key, localStorage.getItem(key).replaceAll(shown, runId))
  localStorage.setItem(storageKey, runId)
}
`

/**
 * The tabs are drawn beside their places until the first press moves them there, away from under it: that click is lost. The options of a
 * select without a background would have that of a light page.
 */
const stillTabs = `<style>
      .graphiql-tab { transform: none !important }
      #schema-look option { background: hsl(var(--color-base)); color: hsl(var(--color-neutral)) }
    </style>`

function textOfVariables(variables: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(variables, null, 2)
}

/** Path of the scripts and styles of GraphiQL. They are the same for everybody, so no key is needed. */
export const partsFolder = '/graphiql/'

/**
 * Nine megabytes together, zipped a quarter of that. They are sent only once: the address of a part changes with its content.
 */
interface GraphiqlPart {
  /** As the page names it, without a slash at the front: a proxy may have put a prefix before both. */
  readonly address: string
  readonly file: PageFile
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
  return {
    address: `${partsFolder.slice(1)}${sha256(text).slice(0, 16)}/${name}`,
    file: pageFile(`${type}; charset=utf-8`, async () => Buffer.from(text)),
  }
}
