import type { Stage } from './stage.ts'

/** Sets how many runs of the project may be in the hands of workers at once; gives the limit before. */
export async function limitRuns(stage: Stage, maxConcurrentRuns: number): Promise<number> {
  const { project } = await stage.ask<{ project: { maxConcurrentRuns: number } }>(
    '{ project { maxConcurrentRuns } }',
  )
  await stage.ask('mutation($input: UpdateProjectInput!) { updateProject(input: $input) { __typename } }', {
    input: { maxConcurrentRuns },
  })
  return project.maxConcurrentRuns
}
