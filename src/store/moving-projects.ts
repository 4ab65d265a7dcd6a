/**
 * SQL of whether a project is being moved to another database, or has been (OPS-5): nothing is begun for it here. `project` is an
 * expression of its id. The table is empty except for projects that move.
 */
export function isMoving(project: string): string {
  return `exists (select from "ProjectMove" m where m."projectId" = ${project} and m.state <> 'ARRIVED')`
}
