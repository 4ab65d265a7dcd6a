import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

/** A fault that a user of some other system reported, in our words, and the test that has its input and the right value. */
interface Row {
  readonly report: string
  readonly file: string
  readonly title: string
}

const references = 'test/tools/openapi-references.test.ts'
const operations = 'test/tools/openapi-operations.test.ts'
const security = 'test/tools/openapi-security.test.ts'
const answers = 'test/tools/mcp-answers.test.ts'
const results = 'test/tools/mcp-results.test.ts'
const messages = 'test/tools/mcp-messages.test.ts'
const beginnings = 'test/tools/mcp-beginnings.test.ts'
const empties = 'test/tools/mcp-empty-members.test.ts'
const restarts = 'test/tools/mcp-restarts.test.ts'

const rows: readonly Row[] = [
  {
    report: 'an operation that is a reference to a file becomes a tool without parameters',
    file: references,
    title: 'lead to operations, parameters, bodies and schemas in other %s',
  },
  {
    report: 'a path is sent with a literal {name}, which no parameter fills',
    file: operations,
    title: 'is no tool, and is named: %s',
  },
  {
    report: 'a document of OpenAPI 3.2 is refused whole',
    file: operations,
    title: 'has the method QUERY, and any other, with the effects that they have',
  },
  {
    report: 'the key of an API is asked of the model, or sent in another place than the document says',
    file: security,
    title: 'say how a credential is sent: %s, %s',
  },
  {
    report: 'a server that was started again answers 400, and its tools stay dead',
    file: restarts,
    title: 'is connected to anew, and the call done once more, also of a `once` tool',
  },
  {
    report: 'a server that forgets its session answers an empty 400, and its tools stay dead',
    file: restarts,
    title: 'is connected to anew, and the call done once more, also of a `once` tool',
  },
  {
    report:
      'a lost session that is told as 401 in the form of OAuth makes a failure of a call that was not done',
    file: restarts,
    title: 'is connected to anew, and the call done once more, also of a `once` tool',
  },
  {
    report: 'a refused key reaches the model as a message that the server never sent',
    file: restarts,
    title: 'is shown with its own words where it refuses the key: %s',
  },
  {
    report: 'a whole result of the type text/plain is refused',
    file: restarts,
    title: 'is taken where it is a whole message: %s',
  },
  {
    report: 'a server that refuses an unknown first request counts as failed, and is never asked to begin',
    file: beginnings,
    title: 'that refuses an unknown first request with %i %s is asked to begin',
  },
  {
    report: 'a server that came back is not used before its pause of minutes is over, while calls fail',
    file: beginnings,
    title: 'is used at once by a call that waits for it',
  },
  {
    report: 'a result that comes in the open stream after an empty 202 is never taken',
    file: beginnings,
    title: 'has its result in the stream that is open: %o',
  },
  {
    report: 'a lost session that is told as an inner error makes a failure of a call that was not done',
    file: restarts,
    title: 'is connected to anew, and the call done once more, also of a `once` tool',
  },
  {
    report: 'a session that ended in the middle makes a failure of a call that may have been done',
    file: restarts,
    title: 'and may have begun the call in the session that ended is unknown to a `once` call',
  },
  {
    report:
      'an answer with "error": null beside its result is never read, and the call waits for its time limit',
    file: messages,
    title: 'is read over %s where %s',
  },
  {
    report: 'a result with "_meta": null takes the server away, or makes the outcome of a call unknown',
    file: empties,
    title: 'is absent where it is the _meta of a result, as %s',
  },
  {
    report: 'a notification with parameters of null before a result makes the outcome of a call unknown',
    file: empties,
    title: 'is absent in what comes before a result: %s',
  },
  {
    report: 'a map without members that PHP writes as [] takes a tool away',
    file: empties,
    title: 'is absent where a map without members is written as a list',
  },
  {
    report: 'a server whose version is a number or missing is refused with a list of problems of a schema',
    file: empties,
    title: 'is taken with %s',
  },
  {
    report: 'a server that forgets to declare its tools has none, and nothing says so',
    file: empties,
    title: 'is asked for them all the same, in revision %s',
  },
  {
    report: 'a tool whose schema refers to another document is lost',
    file: 'test/tools/mcp-schemas.test.ts',
    title: 'loses that reference, and the tool stays: %s',
  },
  {
    report: 'a server that closes its output and lives on is waited for until the time limit',
    file: messages,
    title: 'and %s is begun anew',
  },
  {
    report: 'a server that reports changed tools at every list is listed without end',
    file: messages,
    title: 'is asked less and less often, and once for all that it says meanwhile',
  },
  {
    report: 'a structure of null, or a part of an unknown type, makes a failure of a call that was done',
    file: answers,
    title: 'is no failure where %s',
  },
  {
    report: 'the text and the images of a result vanish behind its structure',
    file: answers,
    title: 'are both shown, unless the one repeats the other: %s',
  },
  {
    report: 'an image reaches the model as thousands of tokens of base64',
    file: answers,
    title: 'name their media, and show none: %s',
  },
  {
    report: 'a result without content, or with content of another form, is "" to the model',
    file: results,
    title: 'is shown where %s',
  },
  {
    report: 'an image within JSON, after words or beside its content type is thousands of tokens',
    file: results,
    title: 'is named, and not shown: in a text %s',
  },
  {
    report: 'a call that goes on as a task is reported as failed',
    file: results,
    title: 'is unknown of a task, in revision %s',
  },
  {
    report: 'a null or `required: true` within a schema takes away the tool',
    file: answers,
    title: 'lose the faults of their schemas, and stay: %s',
  },
  {
    report: 'a property that is readOnly behind a reference is required of the model',
    file: operations,
    title: 'is asked of no model: %s',
  },
  {
    report: 'a value that fits two alternatives of a document is refused',
    file: 'test/tools/openapi-answers.test.ts',
    title: 'takes a value that fits several alternatives, and null once',
  },
  {
    report: 'when to ask again is lost with the headers of an answer',
    file: 'test/tools/openapi-answers.test.ts',
    title: 'says where its result is, and when to ask again: %s',
  },
  {
    report: 'two credentials of one header override each other without a word',
    file: security,
    title: 'that need one header both lose the alternative, and are told',
  },
  {
    report: 'a banner without an end of line makes the beginning time out',
    file: messages,
    title: 'begins with a banner that does not end its line, which is told: %s',
  },
  {
    report: 'a rejected promise that nobody awaits hangs its call until its limit',
    file: 'test/integration/tools/stray-exceptions.test.ts',
    title: 'ends its call where it is a rejection, unless somebody awaits it after all',
  },
  {
    report: 'one illegal tool takes away all tools of its server',
    file: answers,
    title: 'are judged each by itself, in revision %s',
  },
  {
    report: 'a cursor of null ends the list of tools with an error',
    file: answers,
    title: 'end with a cursor that is %s',
  },
  {
    report: 'a server whose tools cannot be listed is asked again without end',
    file: answers,
    title: 'that cannot be listed are asked for less and less often',
  },
  {
    report: 'a result of 12 MB ends the connection, and nobody says why',
    file: restarts,
    title: 'is said to be so over stdio, where the connection ends with it',
  },
  {
    report: 'the banner of a server on its standard error is logged as an error',
    file: 'test/tools/mcp-server.test.ts',
    title: 'its output beside the protocol is in the log',
  },
  {
    report: 'a failed call says "fetch failed" or "[object Object]", and not why',
    file: 'test/unit/domain/failure-reason.test.ts',
    title: 'is told of %s',
  },
  {
    report: 'a Response that a tool returns, of whatever library, is {} to the model',
    file: 'test/unit/engine/unshown-value.test.ts',
    title: 'is an error that says what to return: %s',
  },
  {
    report: 'an exception in a timer of a tool ends the process and all its runs',
    file: 'test/integration/tools/stray-exceptions.test.ts',
    title: 'ends its call alone: the process and its other runs go on, however often',
  },
]

describe('TAS-6 what users of other systems reported of tools', () => {
  it.for(rows)('TAS-6 $report', ({ file, title }) => {
    expect(readFileSync(file, 'utf8')).toContain(title)
  })
})
