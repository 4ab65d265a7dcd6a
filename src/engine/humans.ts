import { z } from 'zod'

/** What a run must remember of humans who decide about it, and of what was refused to it; kept in `loopState`. */
export const humans = z.object({
  /** The gate about the whole run that it waits at (JDG-4). */
  runGate: z.string().nullable().default(null),
  /** The gate of the plan of a step, and whether it was passed (LOOP-7). */
  planGate: z
    .object({ gateId: z.string(), stepNumber: z.int(), passed: z.boolean(), note: z.string().nullable() })
    .nullable()
    .default(null),
  /** How many gates about plans and actions were opened: whether any may be open when the run ends. */
  gatesOpened: z.int().default(0),
  /** The step in which each call was denied first, by type, target and operation (TAS-3). */
  denials: z.record(z.string(), z.int()).default({}),
})
export type Humans = z.infer<typeof humans>

export const nothingDecided: Humans = humans.parse({})
