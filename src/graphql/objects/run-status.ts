import { runStatus, terminationReason } from '../../domain/run.ts'
import { enumOf } from '../shape.ts'

export const RunStatus = enumOf(runStatus)

export const TerminationReason = enumOf(terminationReason)
