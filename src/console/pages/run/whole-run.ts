import { readRest, readRestList } from '../../data/rest.ts'

/** Where a run is in the REST API, below `/api/`. */
export function restPathOf(project: string, runId: string): string {
  return `projects/${encodeURIComponent(project)}/runs/${encodeURIComponent(runId)}`
}

/**
 * All that is stored of a run as one JSON, in the forms of the REST API: the run, its steps with their actions, its messages, its log, and
 * what it used. @throws Error in the words of the server
 */
export async function wholeRun(project: string, runId: string): Promise<string> {
  const path = restPathOf(project, runId)
  const [run, usage, steps, messages, events] = await Promise.all([
    readRest(path),
    readRest(`${path}/usage`),
    readRestList(`${path}/steps`),
    readRestList(`${path}/messages`),
    readRestList(`${path}/events`),
  ])
  return JSON.stringify({ run, usage, steps, messages, events }, null, 2)
}
