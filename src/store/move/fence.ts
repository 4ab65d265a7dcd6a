import type pg from 'pg'
import type { ProjectTable } from './project-tables.ts'

/**
 * Lets nobody write rows of a project but the session that moves it, whichever process or version tries: by triggers on its tables,
 * whose condition is the id of the project. The transaction holds the locks of the tables, so that nothing is written meanwhile.
 */
export async function raiseFence(
  client: pg.ClientBase,
  tables: readonly ProjectTable[],
  projectId: string,
): Promise<void> {
  const [onInsert, onChange] = triggersOf(projectId)
  for (const { name, owner } of tables) {
    const refuse = `for each row when (%."${owner}" = '${projectId}') execute function refuse_write_of_moving_project('${projectId}')`
    await client.query(
      `create trigger "${onInsert}" before insert on "${name}" ${refuse.replace('%', 'new')};
       create trigger "${onChange}" before update or delete on "${name}" ${refuse.replace('%', 'old')}`,
    )
  }
}

/** Takes the fence down, in the transaction that makes the project usable here again or removes the last of it. */
export async function takeDownFence(
  client: pg.ClientBase,
  tables: readonly ProjectTable[],
  projectId: string,
): Promise<void> {
  for (const { name } of tables)
    for (const trigger of triggersOf(projectId))
      await client.query(`drop trigger if exists "${trigger}" on "${name}"`)
}

/** Lets this session through the fence of a project, until it ends. */
export async function passFence(client: pg.ClientBase, projectId: string): Promise<void> {
  await client.query(`select set_config('rungraph.moves', $1, false)`, [projectId])
}

function triggersOf(projectId: string): readonly [string, string] {
  const id = projectId.replaceAll('-', '')
  return [`moving_insert_${id}`, `moving_change_${id}`]
}
