import { operator } from './rows.ts'

/** What is wrong with taking a run from one database to another: a part of the table of errors. */
export const archiveErrors = {
  RUN_NOT_EXPORTED: operator(
    (d: { run: string; reason: string }) => `Run ${d.run} cannot be exported: ${d.reason}`,
  ),
  RUN_EXISTS: operator(
    (d: { run: string }) =>
      `Run ${d.run} is in this database already; nothing was imported. Ids are kept, so that an export comes into a database once.`,
  ),
  ARCHIVE_UNREADABLE: operator(
    (d: { line: number; reason: string }) =>
      `Line ${d.line} of the file cannot be taken: ${d.reason}. Nothing was imported. Export the run again, and move the file as it is.`,
  ),
  ARCHIVE_TOO_NEW: operator(
    (d: { what: string; theirs: string; ours: string }) =>
      `The file has the ${d.what} ${d.theirs}, and this version knows up to ${d.ours}. Nothing was imported. Import it with the version that exported it, or a newer one.`,
  ),
  IMPORT_CONFLICT: operator(
    (d: { line: number; what: string }) =>
      `Line ${d.line} of the file does not go with what the project has: ${d.what}. Nothing was imported. Import it into a project of its own: --project NAME.`,
  ),
} as const
