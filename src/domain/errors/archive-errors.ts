import { operator } from './rows.ts'

/** Errors of `export` and `import`, which copy a run to another database, and of `backup` and `restore`, which copy a database. */
export const archiveErrors = {
  RUN_NOT_EXPORTED: operator(
    (d: { run: string; reason: string }) => `Run ${d.run} cannot be exported: ${d.reason}`,
  ),
  RUN_EXISTS: operator(
    (d: { run: string }) =>
      `Run ${d.run} already exists in this database. Nothing was imported. An import keeps ids, so a run can be imported into a database only once.`,
  ),
  ARCHIVE_UNREADABLE: operator(
    (d: { line: number; reason: string }) =>
      `Line ${d.line} of the file is invalid: ${d.reason}. Nothing was imported. Export the run again, and copy the file unchanged.`,
  ),
  ARCHIVE_TOO_NEW: operator(
    (d: { what: string; fileVersion: string; ownVersion: string }) =>
      `The file has the ${d.what} ${d.fileVersion}, and this version supports up to ${d.ownVersion}. Nothing was imported. Import the file with the version that exported it, or a newer one.`,
  ),
  IMPORT_CONFLICT: operator(
    (d: { line: number; what: string }) =>
      `Line ${d.line} of the file conflicts with the project: ${d.what}. Nothing was imported. Import the file into a separate project: --project NAME.`,
  ),
  BACKUP_REFUSED: operator((d: { reason: string }) => `No backup was made: ${d.reason}.`),
  BACKUP_UNREADABLE: operator(
    (d: { reason: string }) =>
      `The backup cannot be restored: ${d.reason}. Nothing was restored. Copy the file again from where it was made, or use another backup.`,
  ),
  BACKUP_TOO_NEW: operator(
    (d: { reason: string }) =>
      `The backup was made by a newer version: ${d.reason}. Nothing was restored. Restore it with the version that made it, or a newer one.`,
  ),
  RESTORE_REFUSED: operator((d: { reason: string }) => `Nothing was restored: ${d.reason}.`),
} as const
