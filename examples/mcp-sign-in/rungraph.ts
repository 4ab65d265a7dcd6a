/**
 * A Rungraph whose agent has the tools of the notes. Its model is a script, so that it needs no key.
 *
 *     NOTES_URL=http://127.0.0.1:4100/mcp node examples/mcp-sign-in/rungraph.ts
 */
import { type App, createApp, createScripted, defineAgent, type Script } from 'rungraph'

/** In place of a model: calls `add_note` with what the user says, and again once they have signed in. */
const assistant: Script = ({ turn, input, messages }) => {
  const last = messages.findLast((message) => message.role === 'tool')
  const isSignedIn = last?.text.startsWith('The user is signed in') === true
  if (turn > 0 && !isSignedIn) return { text: last?.text ?? '' }
  return { text: 'I add it.', toolCalls: [{ name: 'notes__add_note', arguments: { text: input } }] }
}

/**
 * Creates it, with the settings of `env`. Its database is that of NOTES_DATABASE_URL, or one that it starts in a folder of its own. It never is
 * that of DATABASE_URL: agents in code replace those that the project of another app has.
 */
export function createNotesApp(notesUrl: string, env = process.env): Promise<App> {
  const auth = { type: 'oauth', per: 'user' }
  const DATABASE_URL = env.NOTES_DATABASE_URL ?? ''
  return createApp({
    env: { ...env, DATABASE_URL, DATABASE_DIRECT_URL: '' },
    dataDir: '.rungraph/mcp-sign-in',
    demo: false,
    mcp: { mcpServers: { notes: { url: notesUrl, auth, tools: ['add_note', 'list_notes'] } } },
    agents: [
      defineAgent({
        slug: 'assistant',
        name: 'Assistant',
        model: 'scripted/assistant',
        tools: ['notes__add_note', 'notes__list_notes'],
        // The questions of a run are for the user whose run it is.
        gates: { decider: 'USER' },
      }),
    ],
    providers: [createScripted({ scripts: { assistant } })],
  })
}

if (import.meta.main) {
  const app = await createNotesApp(process.env.NOTES_URL ?? 'http://127.0.0.1:4100/mcp')
  console.log(`Rungraph is ready: ${(await app.start()).url}/graphql`)
}
