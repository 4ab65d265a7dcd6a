import { z } from 'zod'
import { defineTool } from './define-tool.ts'

/** The tool `report_uncertainty`: asks for a check whether the agent should continue by itself (JDG-3). The engine reads its call. */
export const reportUncertaintyTool = defineTool({
  name: 'report_uncertainty',
  description:
    'Says that you are not sure how to go on. Your confidence is checked then, and a human may be asked to decide.',
  input: z.object({ reason: z.string().min(1).describe('What you are unsure about, and why.') }),
  effect: 'read',
  execute: () => 'Noted. Your confidence is checked after this step.',
})
