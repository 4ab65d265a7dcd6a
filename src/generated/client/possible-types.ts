
      export interface PossibleTypesResultData {
        possibleTypes: {
          [key: string]: string[]
        }
      }
      const result: PossibleTypesResultData = {
  "possibleTypes": {
    "AbortRunResult": [
      "ConflictError",
      "ForbiddenError",
      "InvalidInputError",
      "NotFoundError",
      "Run"
    ],
    "AbortRunsResult": [
      "ForbiddenError",
      "InvalidInputError",
      "RunBatch"
    ],
    "AddDataSetItemsResult": [
      "DataSetChange",
      "ForbiddenError",
      "InvalidInputError",
      "LimitExceededError",
      "NotFoundError"
    ],
    "AddRunsToDataSetResult": [
      "DataSetChange",
      "ForbiddenError",
      "InvalidInputError",
      "LimitExceededError",
      "NotFoundError"
    ],
    "ArchiveAgentResult": [
      "Agent",
      "ConflictError",
      "ForbiddenError",
      "InvalidInputError",
      "NotFoundError"
    ],
    "ArchiveWorkflowResult": [
      "ForbiddenError",
      "InvalidInputError",
      "NotFoundError",
      "Workflow"
    ],
    "CancelEvaluationResult": [
      "Evaluation",
      "ForbiddenError",
      "InvalidInputError",
      "NotFoundError"
    ],
    "CheckConfidenceResult": [
      "ConflictError",
      "ForbiddenError",
      "InvalidInputError",
      "NotFoundError",
      "Run"
    ],
    "CommentRunResult": [
      "ForbiddenError",
      "InvalidInputError",
      "LimitExceededError",
      "NotFoundError",
      "RunComment"
    ],
    "CreateAccessTokenResult": [
      "ConflictError",
      "CreatedAccessToken",
      "ForbiddenError",
      "InvalidInputError",
      "NotFoundError"
    ],
    "CreateAgentResult": [
      "Agent",
      "ConflictError",
      "ForbiddenError",
      "InvalidInputError"
    ],
    "CreateApiKeyResult": [
      "ConflictError",
      "CreatedApiKey",
      "ForbiddenError",
      "InvalidInputError",
      "LimitExceededError"
    ],
    "CreateDataSetResult": [
      "ConflictError",
      "DataSet",
      "ForbiddenError",
      "InvalidInputError",
      "LimitExceededError",
      "NotFoundError"
    ],
    "CreateFileUploadResult": [
      "ConflictError",
      "FileUpload",
      "ForbiddenError",
      "InvalidInputError"
    ],
    "CreateProjectResult": [
      "ConflictError",
      "CreatedProject",
      "ForbiddenError",
      "InvalidInputError"
    ],
    "CreateScheduleResult": [
      "ConflictError",
      "ForbiddenError",
      "InvalidInputError",
      "LimitExceededError",
      "NotFoundError",
      "Schedule"
    ],
    "CreateWebhookResult": [
      "ConflictError",
      "CreatedWebhook",
      "ForbiddenError",
      "InvalidInputError",
      "LimitExceededError"
    ],
    "CreateWorkflowResult": [
      "ConflictError",
      "ForbiddenError",
      "InvalidInputError",
      "Workflow"
    ],
    "DeleteAgentResult": [
      "ConflictError",
      "DeletedAgent",
      "ForbiddenError",
      "InvalidInputError",
      "NotFoundError"
    ],
    "DeleteBindingResult": [
      "DeletedBinding",
      "ForbiddenError",
      "InvalidInputError",
      "NotFoundError"
    ],
    "DeleteDataSetResult": [
      "ConflictError",
      "DeletedDataSet",
      "ForbiddenError",
      "InvalidInputError",
      "NotFoundError"
    ],
    "DeleteEvaluationResult": [
      "ConflictError",
      "DeletedEvaluation",
      "ForbiddenError",
      "InvalidInputError",
      "NotFoundError"
    ],
    "DeleteEventSourceResult": [
      "DeletedEventSource",
      "ForbiddenError",
      "InvalidInputError",
      "NotFoundError"
    ],
    "DeleteEventTriggerResult": [
      "DeletedEventTrigger",
      "ForbiddenError",
      "InvalidInputError",
      "NotFoundError"
    ],
    "DeletePolicyResult": [
      "DeletedPolicy",
      "ForbiddenError",
      "InvalidInputError",
      "NotFoundError"
    ],
    "DeleteRatingResult": [
      "DeletedRating",
      "ForbiddenError",
      "InvalidInputError",
      "NotFoundError"
    ],
    "DeleteRelicResult": [
      "DeletedRelic",
      "ForbiddenError",
      "InvalidInputError",
      "NotFoundError"
    ],
    "DeleteRunCommentResult": [
      "DeletedRunComment",
      "ForbiddenError",
      "InvalidInputError",
      "NotFoundError"
    ],
    "DeleteRunResult": [
      "ConflictError",
      "DeletedRun",
      "ForbiddenError",
      "InvalidInputError",
      "NotFoundError"
    ],
    "DeleteScheduleResult": [
      "DeletedSchedule",
      "ForbiddenError",
      "InvalidInputError",
      "NotFoundError"
    ],
    "DeleteSessionResult": [
      "ConflictError",
      "DeletedSession",
      "ForbiddenError",
      "InvalidInputError",
      "NotFoundError"
    ],
    "DeleteWebhookResult": [
      "DeletedWebhook",
      "ForbiddenError",
      "InvalidInputError",
      "NotFoundError"
    ],
    "DeleteWorkflowResult": [
      "ConflictError",
      "DeletedWorkflow",
      "ForbiddenError",
      "InvalidInputError",
      "NotFoundError"
    ],
    "EndMcpSignInResult": [
      "ConflictError",
      "ForbiddenError",
      "InvalidInputError",
      "McpServer",
      "NotFoundError"
    ],
    "Error": [
      "ConflictError",
      "ForbiddenError",
      "InvalidInputError",
      "LimitExceededError",
      "NotFoundError"
    ],
    "FireScheduleResult": [
      "ConflictError",
      "ForbiddenError",
      "InvalidInputError",
      "NotFoundError",
      "Run"
    ],
    "ForkRunResult": [
      "ForbiddenError",
      "InvalidInputError",
      "NotFoundError",
      "Run"
    ],
    "GateContext": [
      "BatchContext",
      "CallContext",
      "EventContext",
      "IdenticalErrorsContext",
      "LowConfidenceContext",
      "MonitorContext",
      "PlanContext",
      "QuestionContext",
      "TimeContext"
    ],
    "MessagePart": [
      "FilePart",
      "ReasoningPart",
      "RefusalPart",
      "TextPart",
      "ToolCallPart",
      "ToolResultPart"
    ],
    "ModelHttpMessage": [
      "ModelHttpRequest",
      "ModelHttpResponse"
    ],
    "Node": [
      "Action",
      "ActionAttemptFailed",
      "ActionCompleted",
      "ActionDenied",
      "ActionFailed",
      "ActionLogged",
      "ActionProgressed",
      "ActionSkipped",
      "ActionStarted",
      "ActionStepCompleted",
      "Agent",
      "ApiKey",
      "ArgumentsDelta",
      "AttemptDiscarded",
      "Canary",
      "ChildRunEnded",
      "ChildRunStarted",
      "CompactionStarted",
      "ConfidenceRequested",
      "ContextCompacted",
      "DataSet",
      "DataSetItem",
      "ErrorOccurred",
      "Evaluation",
      "EvaluationResult",
      "EventSource",
      "EventTrigger",
      "File",
      "FinalAnswer",
      "Gate",
      "GateOpened",
      "GateResolved",
      "HistoryTruncated",
      "InputInjected",
      "ModelCall",
      "ModelSwitched",
      "PlanGenerated",
      "Policy",
      "Project",
      "Rating",
      "ReasoningDelta",
      "ReceivedEvent",
      "Relic",
      "Run",
      "RunComment",
      "RunCompleted",
      "RunContinued",
      "RunFailed",
      "RunRecovered",
      "RunResumed",
      "RunStarted",
      "RunWaiting",
      "Schedule",
      "Session",
      "StageStarted",
      "StateEdited",
      "Step",
      "StepCompleted",
      "StepStarted",
      "Terminating",
      "TextDelta",
      "UsageReported",
      "Validated",
      "Warning",
      "Webhook",
      "WebhookDelivery",
      "Workflow"
    ],
    "RateRunResult": [
      "ConflictError",
      "ForbiddenError",
      "InvalidInputError",
      "LimitExceededError",
      "NotFoundError",
      "Rating"
    ],
    "RedeliverResult": [
      "ConflictError",
      "ForbiddenError",
      "InvalidInputError",
      "NotFoundError",
      "WebhookDelivery"
    ],
    "RelicSettings": [
      "HttpRelicSettings",
      "KeyValueRelicSettings",
      "SqlRelicSettings"
    ],
    "RemoveDataSetItemsResult": [
      "DataSetChange",
      "ForbiddenError",
      "InvalidInputError",
      "LimitExceededError",
      "NotFoundError"
    ],
    "ReplayRunResult": [
      "ConflictError",
      "ForbiddenError",
      "InvalidInputError",
      "NotFoundError",
      "Run"
    ],
    "ResolveGateResult": [
      "ConflictError",
      "ForbiddenError",
      "Gate",
      "InvalidInputError",
      "NotFoundError"
    ],
    "RestoreAgentResult": [
      "Agent",
      "ForbiddenError",
      "InvalidInputError",
      "NotFoundError"
    ],
    "RestoreWorkflowResult": [
      "ForbiddenError",
      "InvalidInputError",
      "NotFoundError",
      "Workflow"
    ],
    "ResumeRunResult": [
      "ConflictError",
      "ForbiddenError",
      "InvalidInputError",
      "LimitExceededError",
      "NotFoundError",
      "Run"
    ],
    "RetryRunResult": [
      "ConflictError",
      "ForbiddenError",
      "InvalidInputError",
      "LimitExceededError",
      "NotFoundError",
      "Run"
    ],
    "RetryRunsResult": [
      "ForbiddenError",
      "InvalidInputError",
      "RunBatch"
    ],
    "RevokeApiKeyResult": [
      "ApiKey",
      "ConflictError",
      "ForbiddenError",
      "InvalidInputError",
      "NotFoundError"
    ],
    "RollBackAgentResult": [
      "Agent",
      "ConflictError",
      "ForbiddenError",
      "InvalidInputError",
      "NotFoundError"
    ],
    "RollBackWorkflowResult": [
      "ConflictError",
      "ForbiddenError",
      "InvalidInputError",
      "NotFoundError",
      "Workflow"
    ],
    "RotateWebhookSecretResult": [
      "ConflictError",
      "ForbiddenError",
      "InvalidInputError",
      "NotFoundError",
      "RotatedWebhookSecret"
    ],
    "RunEvent": [
      "ActionAttemptFailed",
      "ActionCompleted",
      "ActionDenied",
      "ActionFailed",
      "ActionLogged",
      "ActionProgressed",
      "ActionSkipped",
      "ActionStarted",
      "ActionStepCompleted",
      "ArgumentsDelta",
      "AttemptDiscarded",
      "ChildRunEnded",
      "ChildRunStarted",
      "CompactionStarted",
      "ConfidenceRequested",
      "ContextCompacted",
      "ErrorOccurred",
      "FinalAnswer",
      "GateOpened",
      "GateResolved",
      "HistoryTruncated",
      "InputInjected",
      "ModelSwitched",
      "PlanGenerated",
      "ReasoningDelta",
      "RunCompleted",
      "RunContinued",
      "RunFailed",
      "RunRecovered",
      "RunResumed",
      "RunStarted",
      "RunWaiting",
      "StageStarted",
      "StateEdited",
      "StepCompleted",
      "StepStarted",
      "Terminating",
      "TextDelta",
      "UsageReported",
      "Validated",
      "Warning"
    ],
    "RunWorkflowResult": [
      "ConflictError",
      "ForbiddenError",
      "InvalidInputError",
      "LimitExceededError",
      "NotFoundError",
      "Run"
    ],
    "SaveBindingResult": [
      "Binding",
      "ConflictError",
      "ForbiddenError",
      "InvalidInputError",
      "NotFoundError"
    ],
    "SaveEventSourceResult": [
      "ConflictError",
      "ForbiddenError",
      "InvalidInputError",
      "LimitExceededError",
      "SavedEventSource"
    ],
    "SaveEventTriggerResult": [
      "ConflictError",
      "EventTrigger",
      "ForbiddenError",
      "InvalidInputError",
      "LimitExceededError",
      "NotFoundError"
    ],
    "SavePolicyResult": [
      "ConflictError",
      "ForbiddenError",
      "InvalidInputError",
      "LimitExceededError",
      "NotFoundError",
      "Policy"
    ],
    "SaveRelicResult": [
      "ConflictError",
      "ForbiddenError",
      "InvalidInputError",
      "NotFoundError",
      "Relic"
    ],
    "SendEventResult": [
      "ForbiddenError",
      "InvalidInputError",
      "ReceivedEvent"
    ],
    "SetVersionWeightsResult": [
      "Agent",
      "ConflictError",
      "ForbiddenError",
      "InvalidInputError",
      "NotFoundError"
    ],
    "StartCanaryResult": [
      "Canary",
      "ConflictError",
      "ForbiddenError",
      "InvalidInputError",
      "NotFoundError"
    ],
    "StartEvaluationResult": [
      "Evaluation",
      "ForbiddenError",
      "InvalidInputError",
      "LimitExceededError",
      "NotFoundError"
    ],
    "StartMcpSignInResult": [
      "ConflictError",
      "ForbiddenError",
      "InvalidInputError",
      "McpSignInLink",
      "NotFoundError"
    ],
    "SteerRunResult": [
      "ConflictError",
      "ForbiddenError",
      "InvalidInputError",
      "LimitExceededError",
      "NotFoundError",
      "Run"
    ],
    "StopCanaryResult": [
      "Canary",
      "ConflictError",
      "ForbiddenError",
      "InvalidInputError",
      "NotFoundError"
    ],
    "TestWebhookResult": [
      "ConflictError",
      "ForbiddenError",
      "InvalidInputError",
      "NotFoundError",
      "WebhookTest"
    ],
    "TriggerRunResult": [
      "ConflictError",
      "ForbiddenError",
      "InvalidInputError",
      "LimitExceededError",
      "NotFoundError",
      "Run"
    ],
    "UpdateAgentResult": [
      "Agent",
      "ConflictError",
      "ForbiddenError",
      "InvalidInputError",
      "NotFoundError"
    ],
    "UpdateProjectResult": [
      "ForbiddenError",
      "InvalidInputError",
      "NotFoundError",
      "Project"
    ],
    "UpdateRunResult": [
      "ForbiddenError",
      "InvalidInputError",
      "NotFoundError",
      "Run"
    ],
    "UpdateScheduleResult": [
      "ConflictError",
      "ForbiddenError",
      "InvalidInputError",
      "NotFoundError",
      "Schedule"
    ],
    "UpdateSessionResult": [
      "ForbiddenError",
      "InvalidInputError",
      "Session"
    ],
    "UpdateWebhookResult": [
      "ForbiddenError",
      "InvalidInputError",
      "NotFoundError",
      "Webhook"
    ],
    "UpdateWorkflowResult": [
      "ConflictError",
      "ForbiddenError",
      "InvalidInputError",
      "NotFoundError",
      "Workflow"
    ],
    "UploadFileResult": [
      "File",
      "ForbiddenError",
      "InvalidInputError",
      "LimitExceededError"
    ]
  }
};
      export default result;
    