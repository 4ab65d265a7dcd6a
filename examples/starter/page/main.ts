import { Client, nextRunState, queuedRun, type RunState } from 'rungraph/client'

const client = new Client({ url: '/graphql' })
const form = element('form')
const answer = element('#answer')
const state = element('#state')

form.addEventListener('submit', (event) => {
  event.preventDefault()
  const question = new FormData(event.target as HTMLFormElement).get('question')
  ask(String(question)).catch((error: Error) => {
    state.textContent = error.message
  })
})

/** Starts a run and shows it as it grows. If the connection breaks, it goes on where it was. */
async function ask(question: string): Promise<void> {
  const { id } = await client.trigger({ agent: 'clerk', input: question })
  let run = queuedRun
  for await (const event of client.follow(id)) {
    run = nextRunState(run, event)
    answer.textContent = run.text
    state.textContent = describe(run)
  }
}

function describe({ status, actions, error }: RunState): string {
  const tools = actions.map((action) => `${action.name}: ${action.status}`)
  return [status, ...tools, ...(error ? [error.message] : [])].join(' · ')
}

function element(selector: string): Element {
  const found = document.querySelector(selector)
  if (!found) throw new Error(`The page has no ${selector}.`)
  return found
}
