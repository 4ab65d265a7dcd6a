import { type Bench, type Competitor, compete, msEach, perSecond, type Size } from './compete.ts'
import { turnsPerRun } from './loop-work.ts'
import type { Result } from './result.ts'

const competitors: readonly Competitor[] = [
  { name: 'hand-written loop', role: 'bound', file: 'contenders/hand-written-loop.ts' },
  { name: 'Rungraph', role: 'rungraph', file: 'contenders/rungraph-loop.ts', shares: true },
  { name: 'DBOS', role: 'peer', file: 'peers/dbos.ts', goals: { 1: 1 / 0.6, 50: 4 } },
  { name: 'Restate', role: 'peer', file: 'peers/restate.ts', goals: { 1: 1 / 0.6, 50: 1.5 } },
  { name: 'LangGraph, PostgresSaver', role: 'peer', file: 'peers/langgraph.ts', goals: { 50: 15 } },
  { name: 'Mastra durable', role: 'peer', file: 'peers/mastra.ts', goals: { 50: 100 } },
  { name: 'OpenAI Agents, not durable', role: 'peer', file: 'peers/openai-agents.ts', goals: { 50: 1 } },
]

/** A. An agent's loop with everything durable: as a user has it, from the trigger to the last event. */
export function benchAgentLoop(bench: Bench): Promise<readonly Result[]> {
  return compete(bench, { competitors, sizes: (bench.scale ? [1, 10, 100, 1_000] : [1, 50]).map(atATime) })
}

function atATime(size: number): Size {
  const common = {
    work: `A: agent loop, ${size.toLocaleString('en')} at a time`,
    size,
    per: 'turn',
    parts: turnsPerRun,
  }
  return size === 1
    ? { ...common, unit: 'ms/run', better: 'lower', figure: msEach }
    : { ...common, unit: 'runs/s', better: 'higher', figure: perSecond }
}
