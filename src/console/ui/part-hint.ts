/** So many objects are read to choose from. */
const most = 100

/** The hint of a choice: that there may be more than are listed. `name`: of the objects, such as `agents`. */
export function partHint(listed: readonly unknown[], name: string): string | undefined {
  return listed.length < most ? undefined : `The first ${most} ${name} are listed.`
}
