/** The header by which GraphiQL asks for the core of the schema in place of the whole. */
export const schemaHeader = 'rungraph-schema'

/** Nothing in it ends the script that contains it. */
export function inScript(value: object | string): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}

/** The title of GraphiQL, with the switch between the two looks at the schema (API-57). */
export const titleWithSwitch = `Rungraph
<select id="schema-look" aria-label="Schema" title="The core has the fields that most clients need. Every operation runs, whichever is shown." style="margin-left: 8px; font: inherit; font-size: 13px; color-scheme: inherit; background: transparent; color: inherit">
  <option value="core">Core schema</option>
  <option value="whole">Whole schema</option>
</select>`

/** Beside the title where a key is required: until there is one, every operation and the schema are refused. */
export const whereTheKeyGoes = `
<span style="margin-left: 8px; font-size: 13px; font-weight: normal">Your API key goes into Headers: <code>{"authorization": "Bearer rg_…"}</code>. Then re-fetch the schema.</span>`

/**
 * Sends the operations of GraphiQL. The results of a subscription are shown as a list, to which each is added as it comes (EVT-2); the
 * last of them is in sight as long as its reader does not scroll away from it. Introspection asks for the look that is chosen.
 */
export const pageFetcher = `
const mostShown = 200
const leastBetweenMs = 100

async function pageFetcher({ query, variables, operationName }, { headers, documentAST } = {}) {
  const operations = documentAST?.definitions.filter(({ kind }) => kind === 'OperationDefinition') ?? []
  const operation = operations.find(({ name }) => !operationName || name?.value === operationName)
  const isSubscription = operation?.operation === 'subscription'
  const isOfSchema = operationName === 'IntrospectionQuery'
  const control = new AbortController()
  const response = await fetch(location.pathname, {
    method: 'POST',
    signal: control.signal,
    headers: {
      accept: isSubscription ? 'text/event-stream' : 'application/graphql-response+json, application/json',
      'content-type': 'application/json',
      ...headers,
      ...(isOfSchema && { '${schemaHeader}': schemaLook() }),
    },
    body: JSON.stringify({ query, variables, operationName }),
  })
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
  if (isStream) return resultsOf(response, control)
  const result = await response.json()
  noteStarted(result.data?.triggerRun)
  return result
}

/** The results so far, again and again; several that come within a moment at once. */
function resultsOf(response, control) {
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  const list = { received: 0, data: {} }
  let [isOver, isNew, wake, shownAt] = [false, false, () => {}, 0]

  function take(message) {
    const lines = message.split('\\n')
    const data = lines.filter((line) => line.startsWith('data:')).map((line) => line.slice(5)).join('\\n')
    if (!lines.includes('event: next') || data === '') return
    const result = JSON.parse(data)
    list.received += 1
    for (const [name, value] of Object.entries(result.data ?? {}))
      list.data[name] = [...(list.data[name] ?? []), value].slice(-mostShown)
    if (result.errors) list.errors = [...(list.errors ?? []), ...result.errors].slice(-mostShown)
    isNew = true
  }

  async function readAll() {
    let text = ''
    try {
      for (let part = await reader.read(); !part.done && !isOver; part = await reader.read()) {
        const messages = (text + part.value).split('\\n\\n')
        text = messages.pop()
        messages.forEach(take)
        if (isNew) wake()
      }
    } catch (error) {
      // What came before it stays in sight.
      const message = 'The stream broke off. Run it again with the last cursor as \`after\`: nothing comes twice.'
      if (!control.signal.aborted) list.errors = [...(list.errors ?? []), { message }]
      isNew ||= !control.signal.aborted
    }
    isOver = true
    wake()
  }

  const iterator = {
    [Symbol.asyncIterator]: () => iterator,
    async next() {
      if (!isNew && !isOver) await new Promise((resolve) => { wake = resolve })
      const waitMs = shownAt + leastBetweenMs - performance.now()
      if (isNew && waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs))
      if (!isNew) return { done: true, value: undefined }
      ;[isNew, shownAt] = [false, performance.now()]
      keepInSight(list.received)
      const { received, ...rest } = list
      const note = received > mostShown ? { received, shown: 'the last ' + mostShown } : { received }
      return { done: false, value: { ...note, ...rest } }
    },
    async return() {
      isOver = true
      control.abort()
      return { done: true, value: undefined }
    },
  }
  void readAll()
  return iterator
}

/** Shows the end of the results where it was shown before, and else the same place. */
function keepInSight(received) {
  const editor = globalThis.monaco?.editor.getEditors().find((one) => one.getDomNode()?.closest('.result-window'))
  if (!editor) return
  const top = editor.getScrollTop()
  const isAtEnd = received === 1 || top + editor.getLayoutInfo().height >= editor.getScrollHeight() - 60
  const stop = editor.onDidChangeModelContent(() => {
    stop.dispose()
    requestAnimationFrame(() => editor.setScrollTop(isAtEnd ? editor.getScrollHeight() : top))
  })
}
`

/** Remembers the chosen look, and shows the whole schema as soon as an operation names what the core has not. */
export const schemaSwitch = (beyondCore: readonly string[]) => `
const lookKey = 'rungraph:schema'
const beyondCore = new Set(${inScript(beyondCore.join(' '))}.split(' '))

function schemaLook() {
  const look = localStorage.getItem(lookKey) === 'whole' ? 'whole' : 'core'
  const shown = document.querySelector('#schema-look')
  if (shown) shown.value = look
  return look
}

function showSchema(look) {
  const before = localStorage.getItem(lookKey) ?? 'core'
  localStorage.setItem(lookKey, look)
  schemaLook()
  if (look !== before) document.querySelector('button[aria-label^="Re-fetch GraphQL schema"]')?.click()
}

addEventListener('change', ({ target }) => {
  if (target.id === 'schema-look') showSchema(target.value)
})

function followEditors() {
  const editors = globalThis.monaco?.editor
  const follow = (model) => {
    if (model.getLanguageId() !== 'graphql') return
    let timer
    const look = () => {
      const names = model.getValue().replace(/#.*|"(?:[^"\\\\]|\\\\.)*"|[$@]\\w+/g, ' ').match(/\\b[A-Za-z_]\\w*\\b/g) ?? []
      if (names.some((name) => beyondCore.has(name))) showSchema('whole')
    }
    model.onDidChangeContent(() => {
      clearTimeout(timer)
      timer = setTimeout(look, 300)
    })
    look()
  }
  editors?.getModels().forEach(follow)
  editors?.onDidCreateModel(follow)
}
`

/**
 * Puts the id of a run that the page has started where the variables still hold the id that the page put there: the tab RunEvents, as soon
 * as it is opened. Only the model of the shown tab is within reach, so the id waits for that.
 */
export const startedRun = (runIdKey: string) => `
let started = null
let last = null

function noteStarted(run) {
  if (run?.__typename === 'Run' && run.id) started = run.id
}

function followVariables() {
  const editors = globalThis.monaco?.editor
  const follow = (model) => {
    if (!model.uri.path.endsWith('variables.json')) return
    model.onDidChangeContent(() => setTimeout(() => {
      const isBack = last !== null && Date.now() < last.until && model.getValue().includes(last.from)
      if (isBack) return model.setValue(model.getValue().replaceAll(last.from, last.to))
      const placed = localStorage.getItem('${runIdKey}')
      if (started === null || placed === null || !model.getValue().includes(placed)) return
      localStorage.setItem('${runIdKey}', started)
      model.setValue(model.getValue().replaceAll(placed, started))
      // GraphiQL keeps what a tab has a moment later: who leaves the tab before comes back to what it had.
      last = { from: placed, to: started, until: Date.now() + 5000 }
      started = null
    }))
  }
  editors?.getModels().forEach(follow)
  editors?.onDidCreateModel(follow)
}
`
