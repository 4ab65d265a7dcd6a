/**
 * All of the example, for two users in one terminal:
 *
 *     npm run example:mcp-sign-in
 */
import { once } from 'node:events'
import { createInterface } from 'node:readline/promises'
import { Client } from 'rungraph/client'
import { startNotes } from './notes.ts'
import { createNotesApp } from './rungraph.ts'
import { createToken, say } from './user.ts'

// One line in place of a stack: another program has one of the two ports.
process.on('uncaughtException', (error) => {
  console.error(error.message)
  process.exit(1)
})

const notes = await startNotes(Number(process.env.NOTES_PORT ?? 4100), 'NOTES_PORT')
const app = await createNotesApp(notes, { RUNGRAPH_LOG_LEVEL: 'warn', ...process.env })
const api = `${(await app.start()).url}/graphql`
const terminal = createInterface({ input: process.stdin, output: process.stdout })

// The end of the input is an end, too.
await Promise.race([talk(), once(terminal, 'close')])
terminal.close()
await app.close()
process.exit()

async function talk(): Promise<void> {
  for (const user of ['ann', 'bob']) {
    const token = await createToken(new Client({ url: api }), user)
    const text = await terminal.question(`\nYou are ${user}. What is to be noted? `)
    const said = await say(text, `${user} ${Date.now()}`, {
      ...{ api, token },
      signIn: async (address) => {
        console.log(`Open this address, and sign in to your notes:\n  ${address}`)
        return true
      },
      answer: async (question, _schema, problem) => {
        if (problem !== null) console.log(problem)
        return { folder: await terminal.question(`${question} (home, work) `) }
      },
    })
    console.log(said)
  }
}
