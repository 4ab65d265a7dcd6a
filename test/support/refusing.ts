import type { Operations } from '../../src/domain/operations.ts'

/** Operations of which a test gives those that it expects; any other throws when it is called. */
export function refusing(expected: Partial<Operations> = {}): Operations {
  return { ...unexpected, ...expected }
}

/** Each by its name: the compiler asks for one that is new. */
const unexpected: Operations = {
  createAgent: refuse,
  updateAgent: refuse,
  rollBackAgent: refuse,
  archiveAgent: refuse,
  restoreAgent: refuse,
  deleteAgent: refuse,
  previewPrompt: refuse,
  triggerRun: refuse,
  abortRun: refuse,
  resumeRun: refuse,
  steerRun: refuse,
  updateRun: refuse,
  checkConfidence: refuse,
  shownOutput: refuse,
  resolveGate: refuse,
  sessions: { saveBinding: refuse, deleteBinding: refuse, resolveAgent: refuse, updateSession: refuse },
  policies: {
    savePolicy: refuse,
    deletePolicy: refuse,
    findRuling: refuse,
    defaultPermissionChanged: refuse,
  },
  workflows: {
    createWorkflow: refuse,
    updateWorkflow: refuse,
    rollBackWorkflow: refuse,
    archiveWorkflow: refuse,
    restoreWorkflow: refuse,
    deleteWorkflow: refuse,
    runWorkflow: refuse,
  },
  relics: { saveRelic: refuse, deleteRelic: refuse, operationsOf: refuse, shownValue: refuse },
  history: { forkRun: refuse, retryRun: refuse, replayRun: refuse },
  batches: { abortRuns: refuse, retryRuns: refuse },
  deletions: { deleteRun: refuse, deleteSession: refuse },
  webhooks: {
    createWebhook: refuse,
    updateWebhook: refuse,
    deleteWebhook: refuse,
    testWebhook: refuse,
    rotateSecret: refuse,
    redeliver: refuse,
  },
  projects: { createProject: refuse },
  keys: { createKey: refuse, revokeKey: refuse },
  accessTokens: { createAccessToken: refuse },
  files: {
    uploadFile: refuse,
    createUpload: refuse,
    receive: refuse,
    addressOf: refuse,
    openLink: refuse,
    findFile: refuse,
    readFile: refuse,
  },
  traffic: { requests: refuse, responses: refuse },
  schedules: {
    createSchedule: refuse,
    updateSchedule: refuse,
    deleteSchedule: refuse,
    fireSchedule: refuse,
    nextFireTimes: refuse,
  },
  events: {
    sendEvent: refuse,
    saveEventTrigger: refuse,
    deleteEventTrigger: refuse,
    saveEventSource: refuse,
    deleteEventSource: refuse,
    receiveWebhook: refuse,
  },
  dataSets: {
    createDataSet: refuse,
    addItems: refuse,
    addRuns: refuse,
    removeItems: refuse,
    deleteDataSet: refuse,
  },
  versions: { setVersionWeights: refuse, startCanary: refuse, stopCanary: refuse },
  ratings: { rateRun: refuse, deleteRating: refuse },
  comments: { commentRun: refuse, deleteRunComment: refuse },
  signIns: {
    list: refuse,
    start: refuse,
    end: refuse,
    describe: refuse,
    begin: refuse,
    finish: refuse,
    clientDocument: () => null,
  },
  evaluations: {
    startEvaluation: refuse,
    cancelEvaluation: refuse,
    deleteEvaluation: refuse,
    changes: refuse,
  },
}

function refuse(): never {
  throw new Error('This operation was not expected.')
}
