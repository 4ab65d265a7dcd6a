import { useState } from 'react'
import { type Client, RungraphClientError } from 'rungraph/client'
import { type OpenGates, useClient, useGates } from 'rungraph/client/react'

/** What waits for a person. */
export function Gates() {
  const { gates, failure } = useGates()
  return failure ? <p>{failure.message}</p> : gates.map((gate) => <Gate key={gate.id} {...gate} />)
}

/** A question has a field for each property of its schema; everything else is approved or rejected, with a note for the model. */
function Gate({ id, kind, reason, action, context }: OpenGates['gates'][number]) {
  const client = useClient()
  const [problem, setProblem] = useState('')
  const question = kind === 'INPUT' && 'question' in context ? context : null
  const fields = question ? Object.keys(Object(question.schema).properties ?? {}) : ['note']

  async function decide(input: Parameters<Client['resolveGate']>[0]) {
    try {
      await client.resolveGate(input)
    } catch (error) {
      // An error of the mutation: somebody was faster, or the answer does not fit the schema.
      if (!(error instanceof RungraphClientError)) throw error
      setProblem(error.code === 'GATE_RESOLVED' ? 'Somebody else has decided.' : error.message)
    }
  }
  const answer = (form: FormData) => {
    const given = [...form].filter(([, text]) => text !== '')
    return decide({ id, decision: 'ANSWER', answer: Object.fromEntries(given) })
  }
  const approve = (form: FormData) => decide({ id, decision: 'APPROVE', note: String(form.get('note')) })
  const reject = (form: FormData) => decide({ id, decision: 'REJECT', note: form.get('note')?.toString() })
  return (
    <form>
      <p>{question?.question ?? reason}</p>
      <code>{action && !question && `${action.name} ${JSON.stringify(action.parameters)}`}</code>
      {fields.map((name) => (
        <input key={name} name={name} placeholder={name} />
      ))}
      <button type="submit" formAction={question ? answer : approve}>
        {question ? 'Answer' : 'Approve'}
      </button>
      <button type="submit" formAction={reject}>
        Reject
      </button>
      <p role="alert">{problem}</p>
    </form>
  )
}
