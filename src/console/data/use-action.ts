import { useCallback, useState } from 'react'
import { type AnyVariables, type TypedDocumentNode, useMutation } from 'urql'
import { isUnreachable, unreachable } from './reach.ts'

/** A refusal of a mutation: its union has members that are errors. */
interface Refusal {
  /** Stable code of the error; null where no answer came. */
  readonly code: string | null
  readonly message: string
  /** The invalid part of the input, from `input` inwards. */
  readonly path?: readonly string[] | null
}

/** What a mutation answers when it is not refused. */
export type Answer<Data> = Exclude<Data[keyof Data], { readonly code: string } | string>

interface Action<Variables extends AnyVariables, Data> {
  /** Sends the mutation; the object that it answers, or null where it was refused, with `problem` set. */
  send(variables: Variables): Promise<Answer<Data> | null>
  readonly isSending: boolean
  readonly problem: string | null
  readonly code: string | null
  /** Path of the invalid part of the input. Null where the refusal names none. */
  readonly path: readonly string[] | null
  clear(): void
}

/** A mutation whose field answers a union of a result and of errors. */
export function useAction<Data extends object, Variables extends AnyVariables>(
  document: TypedDocumentNode<Data, Variables>,
): Action<Variables, Data> {
  const [{ fetching }, execute] = useMutation(document)
  const [refusal, setRefusal] = useState<Refusal | null>(null)

  const send = useCallback(
    async (variables: Variables) => {
      setRefusal(null)
      const { data, error } = await execute(variables)
      const answer = data ? Object.values(data).find((value) => typeof value === 'object') : null
      if (isAnswer<Answer<Data>>(answer)) return answer
      const message = isUnreachable(error) ? unreachable : error?.message
      setRefusal(answer ?? { code: null, message: message ?? 'The server gave no answer.' })
      return null
    },
    [execute],
  )
  const { message: problem = null, code = null, path = null } = refusal ?? {}
  return { send, isSending: fetching, problem, code, path, clear: () => setRefusal(null) }
}

function isAnswer<Value>(answer: Value | Refusal | null | undefined): answer is Value {
  return answer != null && !(typeof answer === 'object' && 'code' in answer && 'message' in answer)
}
