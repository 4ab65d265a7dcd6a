import type { EngineServices } from '../engine/run/run-context.ts'

/** What an embedder or a test may replace (LOOP-9). */
export type Overrides = Pick<
  EngineServices,
  | 'clock'
  | 'newId'
  | 'random'
  | 'models'
  | 'tools'
  | 'canExecuteTool'
  | 'guards'
  | 'priceOf'
  | 'factsOf'
  | 'report'
>
