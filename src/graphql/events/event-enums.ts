import type { CompactionStrategy } from '../../domain/context-view.ts'
import type { RemovedEvents } from '../../domain/event-fields.ts'
import { describedEnum } from '../builder.ts'

export const CompactionStrategyEnum = describedEnum(
  'CompactionStrategy',
  'Strategy for a conversation that exceeds the context window.',
  {
    TRUNCATE_RESULTS: 'Large tool results are cut.',
    SUMMARISE: 'Older messages are replaced by a summary.',
    DROP_OLDEST: 'The oldest messages are left out.',
  } satisfies Record<CompactionStrategy, string>,
)

export const RemovedEventsEnum = describedEnum('RemovedEvents', 'Kind of events that are no longer kept.', {
  DELTAS: 'Increments of the run from `fromSeq` to `toSeq`. Their complete texts are kept.',
  RUNS: 'Whole runs of the session or the project, between the previous event and the next event. `run` is the run of the next event.',
} satisfies Record<RemovedEvents, string>)
