import type { MessageShownFragment } from '../../../generated/console/graphql.ts'

type Message = MessageShownFragment

/** A message in which the state of a fork differs from what the other run had there. */
export interface Change {
  readonly kind: 'replaced' | 'dropped' | 'added'
  readonly position: number
  readonly before?: Message
  readonly after?: Message
}

interface Fork {
  /** Number of the last step that was taken over. */
  readonly step: number
  readonly droppedFrom: number | null
  /** Positions of the messages with another text. */
  readonly replaced: readonly number[]
}

/** The changes in the messages that a fork began with, in their order: what it dropped stands before what it added there. */
export function changesOf(
  source: readonly Message[],
  fork: readonly Message[],
  { step, droppedFrom, replaced }: Fork,
): readonly Change[] {
  const taken = source.slice(0, source.findLastIndex((one) => isOf(one, step)) + 1)
  const end = droppedFrom ?? (taken.at(-1)?.position ?? -1) + 1
  const own = fork.findIndex(({ stepNumber }) => (stepNumber ?? 0) > step)
  const begun = own < 0 ? fork : fork.slice(0, own)
  const at = (messages: readonly Message[], place: number) =>
    messages.find(({ position }) => position === place)
  return [
    ...replaced.map((position): Change => {
      const [before, after] = [at(taken, position), at(begun, position)]
      return { kind: 'replaced', position, ...(before && { before }), ...(after && { after }) }
    }),
    ...taken
      .filter(({ position }) => position >= end)
      .map((before): Change => ({ kind: 'dropped', position: before.position, before })),
    ...begun
      .filter(({ position }) => position >= end)
      .map((after): Change => ({ kind: 'added', position: after.position, after })),
  ]
}

function isOf({ stepNumber }: Message, step: number): boolean {
  return stepNumber != null && stepNumber <= step
}

/** All that a message says, with the calls that it asks for. */
export function textOf({ parts }: Message): string {
  return parts
    .map((part) => {
      switch (part.__typename) {
        case 'ToolCallPart':
          return `→ ${part.name} ${part.arguments}`
        case 'FilePart':
          return `[${part.fileName ?? part.mediaType}]`
        default:
          return part.text
      }
    })
    .join('\n')
}
