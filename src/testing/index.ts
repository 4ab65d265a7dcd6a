export {
  createScripted,
  type Script,
  type ScriptContext,
  type ScriptedTurn,
  sequence,
} from '../models/scripted.ts'
export { createFakeClock, type FakeClock } from './fake-clock.ts'
export { expectGolden, type GoldenOptions } from './golden.ts'
export { createTestApp, type TestApp, type TestAppOptions } from './test-app.ts'
export { createTestClock, type TestClock } from './test-clock.ts'
export type {
  FollowOptions,
  GateAnswer,
  TestGate,
  TestRun,
  TriggerOptions,
} from './test-run.ts'
