import { noRedaction, type ServerRedactor } from '../../src/domain/redaction.ts'
import { createRunSecrets, type RunSecrets } from '../../src/engine/run/run-secrets.ts'

/** The secrets of a run that no database keeps; without a redactor none are found. */
export function unkeptSecrets(redactor: ServerRedactor = noRedaction): RunSecrets {
  let ids = 0
  return createRunSecrets({
    scope: { projectId: 'p', rootId: 'r', sessionId: null },
    mode: 'NAMED',
    redactor,
    vault: null,
    store: { ofRun: async () => [], find: async () => [] },
    newId: () => `00000000-0000-7000-8000-${String(++ids).padStart(12, '0')}`,
  })
}
