import { parentPort } from 'node:worker_threads'
import type { Json, JsonObject } from '../domain/json.ts'
import { createVerdict, type Problems } from './schema-verdict.ts'

/** Task of a thread, one at a time. */
export interface CheckTask {
  readonly schema: JsonObject
  readonly value: Json
}

/** Answer of a thread: first that it is ready, then the problems of each value. */
export type CheckAnswer = 'ready' | Problems

/* The program of a thread that checks values by JSON Schemas. It is ended where a check takes too long (check-threads.ts). */

const say = (answer: CheckAnswer) => parentPort?.postMessage(answer)

parentPort?.on('message', ({ schema, value }: CheckTask) => say(createVerdict(schema)(value)))
say('ready')
