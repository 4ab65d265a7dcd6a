import { expect, test } from 'vitest'
import { eventTypes } from '../../../src/domain/run-event.ts'

/** Names of events in the source documents, and those in the log. */
const sourceNames: Readonly<Record<string, readonly string[]>> = {
  agent_started: ['RunStarted'],
  agent_completed: ['RunCompleted'],
  agent_failed: ['RunFailed'],
  iteration_started: ['StepStarted'],
  iteration_completed: ['StepCompleted'],
  plan_generated: ['PlanGenerated'],
  action_started: ['ActionStarted'],
  action_completed: ['ActionCompleted'],
  action_failed: ['ActionFailed'],
  llm_token: ['TextDelta'],
  TextDelta: ['TextDelta'],
  ReasoningEvent: ['ReasoningDelta'],
  ToolCallStart: ['ActionStarted'],
  ToolCallEvent: ['ActionStarted'],
  ToolCallResult: ['ActionCompleted', 'ActionFailed'],
  ModelSwitch: ['ModelSwitched'],
  Usage: ['UsageReported'],
  termination: ['Terminating'],
  warning: ['Warning'],
  error: ['ErrorOccurred'],
  Complete: ['FinalAnswer', 'RunCompleted'],
  FinalResponseEvent: ['FinalAnswer', 'RunCompleted'],
}

test('EVT-8 every event that the source documents name has its place in the catalogue', () => {
  const lacking = Object.entries(sourceNames).flatMap(([name, types]) =>
    types.filter((type) => !eventTypes.some((known) => known === type)).map((type) => `${name} → ${type}`),
  )
  expect(lacking).toEqual([])
})
