import { useCallback, useState } from 'react'
import { type AnyVariables, type TypedDocumentNode, useMutation } from 'urql'

/** Refusal of a mutation: the members of its union that are errors. */
interface Refusal {
  readonly __typename: string
  readonly message?: string
  /** Stable code of the error, where the document asks for it. */
  readonly code?: string
  /** The invalid part of the input, where the document asks for it. */
  readonly path?: readonly string[] | null
}

/** A refusal as it is shown. */
interface Shown {
  readonly message: string
  readonly code: string | null
  readonly path: readonly string[] | null
}

interface Action<Variables extends AnyVariables, Result> {
  /** Sends the mutation; the object that it answers, or null where it was refused, with `problem` set. */
  send(variables: Variables): Promise<Result | null>
  readonly isSending: boolean
  readonly problem: string | null
  /** Code of the refusal, where the document asks for it. */
  readonly code: string | null
  /** Path of the invalid part of the input, from `input` inwards. Null where the refusal names none. */
  readonly path: readonly string[] | null
  clear(): void
}

/**
 * A mutation whose field answers a union of a result and of errors. `result` is the member that means success, such as `Run`.
 */
export function useAction<Data extends object, Variables extends AnyVariables, Name extends string>(
  document: TypedDocumentNode<Data, Variables>,
  result: Name,
): Action<Variables, Extract<Data[keyof Data], { readonly __typename: Name }>> {
  const [{ fetching }, execute] = useMutation(document)
  const [refusal, setRefusal] = useState<Shown | null>(null)

  const send = useCallback(
    async (variables: Variables) => {
      setRefusal(null)
      const { data, error } = await execute(variables)
      const answer: Refusal | undefined = data ? Object.values(data).find(isAnswer) : undefined
      if (isResult<Extract<Data[keyof Data], { readonly __typename: Name }>>(answer, result)) return answer
      const message = answer?.message ?? error?.message ?? 'The server gave no answer.'
      setRefusal({ message, code: answer?.code ?? null, path: answer?.path ?? null })
      return null
    },
    [execute, result],
  )
  const { message: problem = null, code = null, path = null } = refusal ?? {}
  return { send, isSending: fetching, problem, code, path, clear: () => setRefusal(null) }
}

function isAnswer(value: unknown): value is Refusal {
  return typeof value === 'object' && value !== null && '__typename' in value
}

function isResult<Result>(answer: Refusal | undefined, name: string): answer is Refusal & Result {
  return answer?.__typename === name
}
