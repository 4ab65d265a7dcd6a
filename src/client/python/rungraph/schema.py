"""Types and operations of the API. Written from schema.graphql by `npm run generate`: do not edit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Dict, List, Literal, Optional, Tuple, TypedDict, Union

from .parsing import named

RunStatus = Literal[
    "CANCELLED",
    "COMPLETED",
    "FAILED",
    "PAUSED",
    "QUEUED",
    "RUNNING",
    "WAITING",
]

TerminationReason = Literal[
    "ABORTED",
    "COST_LIMIT",
    "DONE_TOOL",
    "DOOM_LOOP",
    "ERROR",
    "FINAL_ANSWER",
    "GATE_REJECTED",
    "GOAL_ACHIEVED",
    "LOW_CONFIDENCE",
    "MAX_STEPS",
    "MODELS_EXHAUSTED",
    "NO_PROGRESS",
    "PERMISSION_BLOCKED",
    "TIMEOUT",
    "TOKEN_LIMIT",
]


@dataclass(frozen=True)
class RunError:
    """Error that made a run fail."""

    code: str = named("code")
    """Stable code of the error, from the error table."""

    message: str = named("message")
    """Error message, with the remedy."""


@dataclass(frozen=True)
class Usage:
    """Usage of one or more model calls."""

    input_tokens: int = named("inputTokens")
    """Number of input tokens, including tokens read from a cache."""

    output_tokens: int = named("outputTokens")
    """Number of output tokens, including reasoning tokens."""

    total_tokens: int = named("totalTokens")
    """Number of input and output tokens."""

    cost_usd: str = named("costUsd")
    """Cost in US dollars. It excludes calls without a known price; see `unpricedCalls`."""

    unpriced_calls: int = named("unpricedCalls")
    """Number of model calls that used tokens at an unknown price, and that `costUsd` excludes. Set the price in a file of `RUNGRAPH_MODELS`."""


@dataclass(frozen=True)
class Run:
    """Execution of an agent on an input."""

    id: str = named("id")
    """Global id of the run."""

    status: RunStatus = named("status")
    """Status of the run."""

    termination_reason: Optional[TerminationReason] = named("terminationReason")
    """Reason why the run ended, paused or waits. Null while the run is queued or running, or if it waits without such a reason."""

    summary: Optional[str] = named("summary")
    """Answer of the run, or the text produced so far if the run was stopped. Null if there is none."""

    output: Optional[Any] = named("output")
    """Answer of a COMPLETED run as data, if the agent's definition has an `outputSchema` or the run executed a workflow. Null otherwise. A VIEWER receives placeholders instead of secrets."""

    error: Optional[RunError] = named("error", RunError)
    """Error that made the run fail. Null if the run has not failed."""

    step_count: int = named("stepCount")
    """Number of steps that the run has taken, including the steps that a fork took over."""

    duration_ms: Optional[int] = named("durationMs")
    """Active time of the run, in milliseconds, without the time that it was paused or waited. Null until the run ends, pauses or waits."""

    usage: Usage = named("usage", Usage)
    """Usage of the model calls of the run."""

RunEventType = Literal[
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
    "Warning",
]


@dataclass(frozen=True)
class EventRun:
    """Execution of an agent on an input."""

    id: str = named("id")
    """Global id of the run."""


@dataclass(frozen=True)
class Event:
    """What every event has."""

    id: str = named("id")
    """Global id of the event."""

    seq: int = named("seq")
    """Number of the event in the log of its run, from 1. The numbers have no gaps; `HistoryTruncated` stands in place of increments that are no longer kept."""

    cursor: str = named("cursor")
    """Opaque position of the event. Pass it as `after` to continue from here."""

    at: str = named("at")
    """Time of the event."""

    step_number: Optional[int] = named("stepNumber")
    """Number of the step that the event belongs to. Null if the event belongs to no step."""

    run: Optional[EventRun] = named("run", EventRun)
    """Run that the event belongs to."""


@dataclass(frozen=True)
class ActionAttemptFailed(Event):
    """An attempt of an action failed, and another attempt follows."""

    action_id: str = named("actionId")
    """Id of the action."""

    attempt: int = named("attempt")
    """Number of the attempt that failed, from 1. It has an ActionStarted, unless it was proposed after a failure and denied: `errorCode` is then PERMISSION_DENIED."""

    delay_ms: int = named("delayMs")
    """Delay before the next attempt, in milliseconds."""

    error: str = named("error")
    """Error message of the attempt."""

    error_code: str = named("errorCode")
    """Stable code of the error, from the error table."""

    name: str = named("name")
    """Name of the action, unique in its step."""

    target: str = named("target")
    """Tool, relic or model that the attempt called."""


@dataclass(frozen=True)
class ActionCompleted(Event):
    """An action succeeded."""

    action_id: str = named("actionId")
    """Id of the action."""

    attempt: int = named("attempt")
    """Number of the attempt that succeeded, from 1."""

    duration_ms: int = named("durationMs")
    """Duration of the attempt that succeeded, in milliseconds."""

    name: str = named("name")
    """Name of the action, unique in its step."""

    output: Optional[Any] = named("output")
    """Output of the action. Null if it has none or if its JSON exceeds 16 KiB; `action { output }` then has it."""


@dataclass(frozen=True)
class ActionDenied(Event):
    """An action was denied by a permission rule or by a person. It has no ActionStarted, unless an attempt of it began before."""

    action_id: str = named("actionId")
    """Id of the action."""

    name: str = named("name")
    """Name of the action, unique in its step."""

    reason: str = named("reason")
    """Reason for the denial: the rule that refused the action."""


@dataclass(frozen=True)
class ActionFailed(Event):
    """An action failed. The model receives the error and the run continues."""

    action_id: str = named("actionId")
    """Id of the action."""

    attempt: int = named("attempt")
    """Number of the attempt that failed, from 1. It has an ActionStarted, unless it was proposed after a failure and denied: `errorCode` is then PERMISSION_DENIED."""

    error: str = named("error")
    """Error message, as the model receives it."""

    error_code: str = named("errorCode")
    """Stable code of the error, from the error table."""

    name: str = named("name")
    """Name of the action, unique in its step."""

LogLevel = Literal[
    "DEBUG",
    "ERROR",
    "INFO",
    "WARN",
]


@dataclass(frozen=True)
class ActionLogged(Event):
    """A call wrote a line of its log."""

    action_id: str = named("actionId")
    """Id of the action."""

    data: Optional[Any] = named("data")
    """Data of the line. A large one is a text, cut."""

    level: LogLevel = named("level")
    """Level of the line."""

    logged_at: str = named("loggedAt")
    """Time when the call wrote the line."""

    message: str = named("message")
    """Text of the line. One of more than 2,000 characters is cut."""

    name: str = named("name")
    """Name of the action, unique in its step."""


@dataclass(frozen=True)
class ActionProgressed(Event):
    """A call reported how far it is. Of the reports of a call within a second, the log has the last one."""

    action_id: str = named("actionId")
    """Id of the action."""

    name: str = named("name")
    """Name of the action."""

    progress: Optional[float] = named("progress")
    """How far the call is, out of `progressTotal` if that is known. Null if it said no number."""

    progress_message: Optional[str] = named("progressMessage")
    """What the call does at the moment. Null if it did not say."""

    progress_total: Optional[float] = named("progressTotal")
    """Progress at which the call is done. Null if it is not known."""


@dataclass(frozen=True)
class ActionSkipped(Event):
    """An action ended before it began. It has no ActionStarted."""

    action_id: str = named("actionId")
    """Id of the action."""

    name: str = named("name")
    """Name of the action, unique in its step."""

    reason: str = named("reason")
    """Reason why the action was skipped."""

ActionType = Literal[
    "AGENT",
    "DECISION",
    "LLM",
    "RELIC",
    "TOOL",
    "WORKFLOW",
]

ActionMode = Literal[
    "ASYNC",
    "FIRE_AND_FORGET",
    "SYNC",
]


@dataclass(frozen=True)
class ActionStarted(Event):
    """An attempt of an action started."""

    action_id: str = named("actionId")
    """Id of the action."""

    action_type: ActionType = named("actionType")
    """Type of the action."""

    attempt: int = named("attempt")
    """Number of the attempt that began, from 1."""

    mode: ActionMode = named("mode")
    """Mode in which the plan waits for the action."""

    name: str = named("name")
    """Name of the action, unique in its step."""

    parameters: Any = named("parameters")
    """Arguments of the action. `{_raw}` if the model wrote invalid JSON. A shortened text if the arguments exceed the size limit of results."""

    target: str = named("target")
    """Tool, agent, relic or workflow that performs the action."""


@dataclass(frozen=True)
class ActionStepCompleted(Event):
    """A step of a call completed: a call that begins again is given its result."""

    action_id: str = named("actionId")
    """Id of the action."""

    key: str = named("key")
    """Name that the call has for the step, unique in the call."""

    name: str = named("name")
    """Name of the action."""


@dataclass(frozen=True)
class ArgumentsDelta(Event):
    """The model produced a part of the arguments of a tool call."""

    call_id: str = named("callId")
    """Id of the tool call that the arguments belong to."""

    message_id: str = named("messageId")
    """Id of the message that the text belongs to."""

    offset: int = named("offset")
    """Position of the text in the message, in UTF-16 code units."""

    text: str = named("text")
    """Text to append to the message."""

    tool: str = named("tool")
    """Name of the tool that the model calls."""


@dataclass(frozen=True)
class AttemptDiscarded(Event):
    """An attempt of a model call was discarded. Remove the text that was shown for `messageId`."""

    message_id: str = named("messageId")
    """Id of the message that will not be completed."""

    reason: str = named("reason")
    """Reason why the attempt was discarded: a kind of failure; ABORTED, TIME_UP, LEASE_LOST or SHUTDOWN if the call was stopped; ANSWER_TRUNCATED or PLAN_INVALID if its answer was of no use; RECOVERY if its process died."""


@dataclass(frozen=True)
class ChildRunEnded(Event):
    """A child run that an action started ended or paused."""

    action_id: str = named("actionId")
    """Id of the action."""

    child_run_id: str = named("childRunId")
    """Id of the child run."""

    name: str = named("name")
    """Name of the action, unique in its step."""

    status: RunStatus = named("status")
    """Status of the child run."""

    termination_reason: TerminationReason = named("terminationReason")
    """Reason why the child run ended or paused."""


@dataclass(frozen=True)
class ChildRunStarted(Event):
    """An action started a child run (SUB-1)."""

    action_id: str = named("actionId")
    """Id of the action."""

    agent_name: str = named("agentName")
    """Name of the agent of the child run."""

    child_run_id: str = named("childRunId")
    """Id of the child run."""

    name: str = named("name")
    """Name of the action, unique in its step."""


@dataclass(frozen=True)
class CompactionStarted(Event):
    """The request exceeds the compaction threshold of the context window, and compaction of the history begins."""

    limit: int = named("limit")
    """Compaction threshold that the request exceeds, in tokens."""

    tokens: int = named("tokens")
    """Estimated size of the request, in tokens."""


@dataclass(frozen=True)
class ConfidenceRequested(Event):
    """A caller asked for the confidence of the agent, which is judged after the next step (JDG-3)."""

    received_at: Optional[str] = named("receivedAt")
    """Time when the request was received. Null if it is not known."""

    requested_by: Optional[str] = named("requestedBy")
    """Caller that asked, as its credentials say. Null if it is not known."""

CompactionStrategy = Literal[
    "DROP_OLDEST",
    "SUMMARISE",
    "TRUNCATE_RESULTS",
]


@dataclass(frozen=True)
class ContextCompacted(Event):
    """Compaction of the history finished. The model receives a smaller history from now on; the messages themselves stay stored."""

    strategies: List[CompactionStrategy] = named("strategies")
    """Strategies that were applied, in order."""

    tokens_after: int = named("tokensAfter")
    """Estimated size of the request after the compaction, in tokens."""

    tokens_before: int = named("tokensBefore")
    """Estimated size of the request before the compaction, in tokens."""


@dataclass(frozen=True)
class ErrorOccurred(Event):
    """An error occurred outside of any action."""

    code: str = named("code")
    """Stable code of the error, from the error table."""

    message: str = named("message")
    """Description of the error."""


@dataclass(frozen=True)
class FinalAnswer(Event):
    """The run gave its final answer."""

    text: str = named("text")
    """Full text of the answer."""

GateKind = Literal[
    "ACTION_APPROVAL",
    "BATCH",
    "EVENT",
    "IDENTICAL_ERRORS",
    "INPUT",
    "LOW_CONFIDENCE",
    "MONITOR",
    "OUTCOME_UNKNOWN",
    "PERMISSION",
    "PLAN_APPROVAL",
    "TIME",
]

GateStatus = Literal[
    "ANSWERED",
    "APPROVED",
    "CANCELLED",
    "EXPIRED",
    "OPEN",
    "REJECTED",
    "REVISED",
]

GateDecider = Literal[
    "ADMIN",
    "OPERATOR",
    "USER",
]


@dataclass(frozen=True)
class Action:
    """Unit of work inside a step."""

    id: str = named("id")
    """Global id of the action."""

    name: str = named("name")
    """Name of the action, unique in its step."""

    target: str = named("target")
    """Tool, agent, relic or workflow that performs the action."""

    parameters: Any = named("parameters")
    """Arguments of the action. `{_raw}` if the model wrote invalid JSON."""


@dataclass(frozen=True)
class GateContext:
    """Subject of a gate: what the decision is about. The kind of the gate decides its type."""

    question: Optional[str] = named("question")
    """Question to the person."""

    schema: Optional[Any] = named("schema")
    """JSON Schema of the answer, an object."""

    url: Optional[str] = named("url")
    """Address that the person is to open first. Null if there is none, and to callers that may not answer."""


@dataclass(frozen=True)
class Gate:
    """Point at which a run waits for a person, a time or an event."""

    id: str = named("id")
    """Global id of the gate."""

    kind: GateKind = named("kind")
    """Kind of the gate."""

    status: GateStatus = named("status")
    """Status of the gate."""

    reason: str = named("reason")
    """Reason why a decision is needed."""

    decider: GateDecider = named("decider")
    """Callers that may decide."""

    respondent: Optional[str] = named("respondent")
    """Name of the only caller that may decide, as their credentials say. Null if all may whose role suffices."""

    resolved_by: Optional[str] = named("resolvedBy")
    """Caller that decided, as its credentials say. Null if no caller decided."""

    expires_at: Optional[str] = named("expiresAt")
    """Time until which a decision is accepted. Null if the gate does not expire."""

    action: Optional[Action] = named("action", Action)
    """Action that the gate is about. Null if the gate is about the whole run or a plan."""

    context: GateContext = named("context", GateContext)
    """Subject of the gate: what the decision is about."""


@dataclass(frozen=True)
class GateOpened(Event):
    """A gate opened: the run waits there for a person, a time, an event or a batch. At a gate about a FIRE_AND_FORGET action, only that action waits."""

    gate: Gate = named("gate", Gate)
    """Gate that the event is about, in its current state."""

    gate_id: str = named("gateId")
    """Id of the gate."""


@dataclass(frozen=True)
class GateResolved(Event):
    """A gate was decided, expired or was closed."""

    gate: Gate = named("gate", Gate)
    """Gate that the event is about, in its current state."""

    gate_id: str = named("gateId")
    """Id of the gate."""

    gate_status: Optional[GateStatus] = named("gateStatus")
    """Decision at the gate, or why there is none."""

    resolved_by: Optional[str] = named("resolvedBy")
    """Caller that decided, as its credentials say. Null if no caller decided, or if it is not known."""

RemovedEvents = Literal[
    "DELTAS",
    "RUNS",
]


@dataclass(frozen=True)
class HistoryTruncated(Event):
    """Events that stood here are no longer kept (EVT-7)."""

    from_seq: Optional[int] = named("fromSeq")
    """Number of the first event of the run that was removed. Null if whole runs were removed."""

    removed: RemovedEvents = named("removed")
    """Kind of events that were removed."""

    to_seq: Optional[int] = named("toSeq")
    """Number of the last event of the run that was removed, which is the number of this event. Null if whole runs were removed."""


@dataclass(frozen=True)
class InputInjected(Event):
    """A message that was sent to the run, or that came with its resume, was added to its history (CTX-5)."""

    received_at: Optional[str] = named("receivedAt")
    """Time when the message was received. Null if it is not known."""

    sent_by: Optional[str] = named("sentBy")
    """Caller that sent the message, as its credentials say. Null if no caller did, as in a replay."""

    text: str = named("text")
    """Text of the message."""


@dataclass(frozen=True)
class ModelSwitched(Event):
    """The run switches to another model of its chain, or to another API key for the same model."""

    from_model: str = named("fromModel")
    """Name of the model that gave no answer."""

    from_profile: Optional[int] = named("fromProfile")
    """Number of the provider's API key that the previous model was called with, from 1. Null if it is not known."""

    reason: str = named("reason")
    """Kind of failure. COOLING_DOWN if the previous model is in its cool-down after earlier failures, FIRST_CHOICE if the engine returns to the first model of the chain, UNPRICED if a cost limit applies and the previous model has no known price."""

    to_model: str = named("toModel")
    """Name of the model that is called next."""

    to_profile: Optional[int] = named("toProfile")
    """Number of the provider's API key that the next model is called with, from 1. Null if it is not known."""


@dataclass(frozen=True)
class PlannedAction:
    """Action as declared in its plan."""

    depends_on: List[str] = named("dependsOn")
    """Names of the actions that this action depends on."""

    mode: ActionMode = named("mode")
    """Mode in which the plan waits for the action."""

    name: str = named("name")
    """Name of the action, unique in its step."""

    target: str = named("target")
    """Tool, agent, relic or workflow that performs the action."""

    type: ActionType = named("type")
    """Type of the action."""

    wave: int = named("wave")
    """Level of the action in the plan, from 0."""


@dataclass(frozen=True)
class PlanGenerated(Event):
    """The model decided which actions the step performs."""

    actions: List[PlannedAction] = named("actions", PlannedAction)
    """Actions of the step, in plan order."""


@dataclass(frozen=True)
class ReasoningDelta(Event):
    """The model produced a part of its reasoning text."""

    llm_action_id: Optional[str] = named("llmActionId")
    """Id of the LLM action that the text belongs to. Null if the text belongs to the agent's own model call."""

    message_id: str = named("messageId")
    """Id of the message that the text belongs to."""

    offset: int = named("offset")
    """Position of the text in the message, in UTF-16 code units."""

    text: str = named("text")
    """Text to append to the message."""


@dataclass(frozen=True)
class RunCompletedUsage:
    """Usage of one or more model calls."""

    cached_input_tokens: int = named("cachedInputTokens")
    """Number of input tokens that were read from the provider's cache."""

    cost_usd: str = named("costUsd")
    """Cost in US dollars. It excludes calls without a known price; see `unpricedCalls`."""

    estimated_requests: int = named("estimatedRequests")
    """Number of requests for which the provider gave no token counts. Their tokens and cost are estimated."""

    input_tokens: int = named("inputTokens")
    """Number of input tokens, including tokens read from a cache."""

    output_tokens: int = named("outputTokens")
    """Number of output tokens, including reasoning tokens."""

    reasoning_tokens: int = named("reasoningTokens")
    """Number of output tokens that were used for reasoning."""

    requests: int = named("requests")
    """Number of requests that were sent to models, including failed ones. Requests for which no connection or no provider was available are not included."""

    saved_usd: str = named("savedUsd")
    """Savings by batches in US dollars: the difference between the full price and `costUsd`. See the pricing of runs."""

    total_tokens: int = named("totalTokens")
    """Number of input and output tokens."""

    unpriced_calls: int = named("unpricedCalls")
    """Number of model calls that used tokens at an unknown price, and that `costUsd` excludes. Set the price in a file of `RUNGRAPH_MODELS`."""


@dataclass(frozen=True)
class RunCompleted(Event):
    """The run ended as COMPLETED or CANCELLED, or paused as PAUSED until it is resumed."""

    status: RunStatus = named("status")
    """Status of the run."""

    termination_reason: TerminationReason = named("terminationReason")
    """Reason why the run ended or paused."""

    total_actions: int = named("totalActions")
    """Number of actions that the run performed."""

    total_steps: int = named("totalSteps")
    """Number of steps that the run took."""

    usage: RunCompletedUsage = named("usage", RunCompletedUsage)
    """Total usage of the model calls of the run."""


@dataclass(frozen=True)
class RunContinued(Event):
    """A run that waited continues. If a decision at a gate of the run itself lets it continue, only GateResolved says so."""


@dataclass(frozen=True)
class RunFailedUsage:
    """Usage of one or more model calls."""

    cached_input_tokens: int = named("cachedInputTokens")
    """Number of input tokens that were read from the provider's cache."""

    cost_usd: str = named("costUsd")
    """Cost in US dollars. It excludes calls without a known price; see `unpricedCalls`."""

    estimated_requests: int = named("estimatedRequests")
    """Number of requests for which the provider gave no token counts. Their tokens and cost are estimated."""

    input_tokens: int = named("inputTokens")
    """Number of input tokens, including tokens read from a cache."""

    output_tokens: int = named("outputTokens")
    """Number of output tokens, including reasoning tokens."""

    reasoning_tokens: int = named("reasoningTokens")
    """Number of output tokens that were used for reasoning."""

    requests: int = named("requests")
    """Number of requests that were sent to models, including failed ones. Requests for which no connection or no provider was available are not included."""

    saved_usd: str = named("savedUsd")
    """Savings by batches in US dollars: the difference between the full price and `costUsd`. See the pricing of runs."""

    total_tokens: int = named("totalTokens")
    """Number of input and output tokens."""

    unpriced_calls: int = named("unpricedCalls")
    """Number of model calls that used tokens at an unknown price, and that `costUsd` excludes. Set the price in a file of `RUNGRAPH_MODELS`."""


@dataclass(frozen=True)
class RunFailed(Event):
    """The run failed."""

    error: str = named("error")
    """Error message, with the remedy."""

    error_code: str = named("errorCode")
    """Stable code of the error, from the error table."""

    usage: RunFailedUsage = named("usage", RunFailedUsage)
    """Total usage of the model calls of the run."""


@dataclass(frozen=True)
class RunRecovered(Event):
    """Another worker continues the run from its last checkpoint, because the lease of its previous owner expired or the lock of its worker was lost."""

    recoveries: int = named("recoveries")
    """Number of times that the run was recovered."""


@dataclass(frozen=True)
class RunResumed(Event):
    """A paused run continues with the limits that were granted to it."""

    max_cost_usd: Optional[str] = named("maxCostUsd")
    """Cost limit that now applies to the run and those below it, in US dollars. Null if it has none."""

    max_steps: Optional[int] = named("maxSteps")
    """Step limit that now applies to the run. Null if the run has no step limit."""

    max_tokens: Optional[int] = named("maxTokens")
    """Limit of tokens that now applies to the run and those below it. Null if it has none."""

    resumed_by: Optional[str] = named("resumedBy")
    """Caller that resumed the run, as its credentials say. Null if it is not known."""

    timeout_ms: Optional[int] = named("timeoutMs")
    """Time limit that now applies to the run, in milliseconds. Null if the run has no time limit."""


@dataclass(frozen=True)
class RunStarted(Event):
    """A worker started the run for the first time."""

    agent_name: str = named("agentName")
    """Name of the agent."""

    max_steps: Optional[int] = named("maxSteps")
    """Step limit of the run. Null if the run has no step limit."""


@dataclass(frozen=True)
class RunWaiting(Event):
    """The run waits for a human decision: either all remaining actions of its step wait, here or in a child run, or the run waits as a whole."""

    child_runs: int = named("childRuns")
    """Number of child runs that wait."""

    gates: int = named("gates")
    """Number of open gates of the run itself."""


@dataclass(frozen=True)
class StageStarted(Event):
    """A stage of a SEQUENTIAL flow or an iteration of a LOOP flow began."""

    index: int = named("index")
    """Number of the stage or iteration, from 1."""

    name: str = named("name")
    """Name of the stage. In a LOOP flow, the iteration, such as `iteration 2`."""

    total: Optional[int] = named("total")
    """Number of stages in the flow. Null in a LOOP flow, because the number of iterations is not known."""


@dataclass(frozen=True)
class StateEdited(Event):
    """The run began as a fork, with changes to the state that it took over."""

    context_edited: bool = named("contextEdited")
    """Whether the context was replaced."""

    dropped_from: Optional[int] = named("droppedFrom")
    """Position in the original from which on messages were dropped. Null if none were."""

    edited_messages: List[int] = named("editedMessages")
    """Positions in the original of the messages whose text was replaced."""


@dataclass(frozen=True)
class StepCompleted(Event):
    """A step of the loop is complete and durable."""

    actions_completed: int = named("actionsCompleted")
    """Number of actions of the step that succeeded."""

    progress: Optional[float] = named("progress")
    """Progress of the run after the step, from 0 to 1. Null if the progress was not judged."""


@dataclass(frozen=True)
class StepStarted(Event):
    """A step of the loop began."""

    max_steps: Optional[int] = named("maxSteps")
    """Step limit of the run. Null if the run has no step limit."""


@dataclass(frozen=True)
class Terminating(Event):
    """The run is about to stop."""

    abort_reason: Optional[str] = named("abortReason")
    """Reason for the abort. Null if none was given."""

    abort_requested_at: Optional[str] = named("abortRequestedAt")
    """Time when the abort was requested. Null if it was not, or if the time is not known."""

    aborted_by: Optional[str] = named("abortedBy")
    """Caller that requested the abort, as its credentials say. Null if no caller did, or if the run was not aborted."""

    termination_reason: TerminationReason = named("terminationReason")
    """Reason why the run is about to stop."""


@dataclass(frozen=True)
class TextDelta(Event):
    """The model produced a part of its answer text."""

    llm_action_id: Optional[str] = named("llmActionId")
    """Id of the LLM action that the text belongs to. Null if the text belongs to the agent's own model call."""

    message_id: str = named("messageId")
    """Id of the message that the text belongs to."""

    offset: int = named("offset")
    """Position of the text in the message, in UTF-16 code units."""

    text: str = named("text")
    """Text to append to the message."""


@dataclass(frozen=True)
class UsageReportedUsage:
    """Usage of one or more model calls."""

    cached_input_tokens: int = named("cachedInputTokens")
    """Number of input tokens that were read from the provider's cache."""

    cost_usd: str = named("costUsd")
    """Cost in US dollars. It excludes calls without a known price; see `unpricedCalls`."""

    estimated_requests: int = named("estimatedRequests")
    """Number of requests for which the provider gave no token counts. Their tokens and cost are estimated."""

    input_tokens: int = named("inputTokens")
    """Number of input tokens, including tokens read from a cache."""

    output_tokens: int = named("outputTokens")
    """Number of output tokens, including reasoning tokens."""

    reasoning_tokens: int = named("reasoningTokens")
    """Number of output tokens that were used for reasoning."""

    requests: int = named("requests")
    """Number of requests that were sent to models, including failed ones. Requests for which no connection or no provider was available are not included."""

    saved_usd: str = named("savedUsd")
    """Savings by batches in US dollars: the difference between the full price and `costUsd`. See the pricing of runs."""

    total_tokens: int = named("totalTokens")
    """Number of input and output tokens."""

    unpriced_calls: int = named("unpricedCalls")
    """Number of model calls that used tokens at an unknown price, and that `costUsd` excludes. Set the price in a file of `RUNGRAPH_MODELS`."""


@dataclass(frozen=True)
class UsageReported(Event):
    """A request to a model ended and its usage was recorded, whether its answer was used, withheld or refused. The sum of these events is the usage of the run."""

    model: str = named("model")
    """Name of the model, as the provider calls it."""

    provider: str = named("provider")
    """Name of the provider."""

    usage: UsageReportedUsage = named("usage", UsageReportedUsage)
    """Usage of the model call."""

ProgressSource = Literal[
    "ARTIFACTS",
    "MODEL",
    "TESTS",
]


@dataclass(frozen=True)
class Validated(Event):
    """The progress of the run was judged."""

    judged_progress: float = named("judgedProgress")
    """Judged progress of the run, from 0 to 1."""

    source: ProgressSource = named("source")
    """Source of the judgement."""


@dataclass(frozen=True)
class Warning(Event):
    """A condition that a person may want to know about. The run continues."""

    code: str = named("code")
    """Stable code of the warning."""

    message: str = named("message")
    """Description of the condition."""


RunEvent = Union[
    ActionAttemptFailed,
    ActionCompleted,
    ActionDenied,
    ActionFailed,
    ActionLogged,
    ActionProgressed,
    ActionSkipped,
    ActionStarted,
    ActionStepCompleted,
    ArgumentsDelta,
    AttemptDiscarded,
    ChildRunEnded,
    ChildRunStarted,
    CompactionStarted,
    ConfidenceRequested,
    ContextCompacted,
    ErrorOccurred,
    FinalAnswer,
    GateOpened,
    GateResolved,
    HistoryTruncated,
    InputInjected,
    ModelSwitched,
    PlanGenerated,
    ReasoningDelta,
    RunCompleted,
    RunContinued,
    RunFailed,
    RunRecovered,
    RunResumed,
    RunStarted,
    RunWaiting,
    StageStarted,
    StateEdited,
    StepCompleted,
    StepStarted,
    Terminating,
    TextDelta,
    UsageReported,
    Validated,
    Warning,
]

EVENTS: Dict[str, Any] = {
    "ActionAttemptFailed": ActionAttemptFailed,
    "ActionCompleted": ActionCompleted,
    "ActionDenied": ActionDenied,
    "ActionFailed": ActionFailed,
    "ActionLogged": ActionLogged,
    "ActionProgressed": ActionProgressed,
    "ActionSkipped": ActionSkipped,
    "ActionStarted": ActionStarted,
    "ActionStepCompleted": ActionStepCompleted,
    "ArgumentsDelta": ArgumentsDelta,
    "AttemptDiscarded": AttemptDiscarded,
    "ChildRunEnded": ChildRunEnded,
    "ChildRunStarted": ChildRunStarted,
    "CompactionStarted": CompactionStarted,
    "ConfidenceRequested": ConfidenceRequested,
    "ContextCompacted": ContextCompacted,
    "ErrorOccurred": ErrorOccurred,
    "FinalAnswer": FinalAnswer,
    "GateOpened": GateOpened,
    "GateResolved": GateResolved,
    "HistoryTruncated": HistoryTruncated,
    "InputInjected": InputInjected,
    "ModelSwitched": ModelSwitched,
    "PlanGenerated": PlanGenerated,
    "ReasoningDelta": ReasoningDelta,
    "RunCompleted": RunCompleted,
    "RunContinued": RunContinued,
    "RunFailed": RunFailed,
    "RunRecovered": RunRecovered,
    "RunResumed": RunResumed,
    "RunStarted": RunStarted,
    "RunWaiting": RunWaiting,
    "StageStarted": StageStarted,
    "StateEdited": StateEdited,
    "StepCompleted": StepCompleted,
    "StepStarted": StepStarted,
    "Terminating": Terminating,
    "TextDelta": TextDelta,
    "UsageReported": UsageReported,
    "Validated": Validated,
    "Warning": Warning,
}


class _FileInput(TypedDict):
    pass


class FileInput(_FileInput, total=False):
    """File of a message. Give exactly one of the fields."""
    id: Optional[str]
    """Global id of a file that was uploaded before, or that a run of the caller names."""
    url: Optional[str]
    """URL of a file that the server fetches once, now: with http or https, at a public address."""


class _OriginInput(TypedDict):
    pass


class OriginInput(_OriginInput, total=False):
    """Origin of a message. At least one field must be given."""
    account_id: Optional[str]
    """Account of yours on the channel."""
    channel: Optional[str]
    """Channel of the message, for example a chat service."""
    guild_id: Optional[str]
    """Guild or group in which the message was written."""
    peer: Optional[str]
    """Author of the message."""

Pricing = Literal[
    "BATCH",
    "STANDARD",
]


class _McpPromptInput(TypedDict):
    name: str
    """Name of the prompt, as the server has it."""
    server: str
    """Name of the MCP server, as `RUNGRAPH_MCP` has it."""


class McpPromptInput(_McpPromptInput, total=False):
    """Prompt of an MCP server, which becomes the input of a run."""
    arguments: Optional[Any]
    """Arguments of the prompt: an object whose values are texts."""


class _TriggerRunInput(TypedDict):
    pass


class TriggerRunInput(_TriggerRunInput, total=False):
    """Input of `triggerRun`."""
    agent: Optional[str]
    """Global id or slug of the agent. If you leave it out, the binding of the origin selects the agent."""
    batch_deadline_ms: Optional[int]
    """Time from the start of the run until which its turns are asked in batches, in milliseconds, up to 7 days. After it, they are asked at the full price. Only with the pricing BATCH. Default: 24 hours."""
    context: Optional[Any]
    """Data that the actions of the run share, as an object."""
    files: Optional[List[FileInput]]
    """Files of the input, such as images, in the order in which the model receives them. At most 20."""
    idempotency_key: Optional[str]
    """Idempotency key. Repeated requests with the same key return the same run. All other fields must be the same too, including `priority` and `startAt`; otherwise the request is refused."""
    input: Optional[str]
    """Input of the run. Leave it out if you give a prompt."""
    max_cost_usd: Optional[str]
    """Cost limit of the run and its descendants, in US dollars. If you leave it out, the limit of the agent applies, or else that of the project. Null is unlimited."""
    max_steps: Optional[int]
    """Step limit. If you leave it out, the limit of the agent applies, or else that of the project. Null is unlimited."""
    max_tokens: Optional[int]
    """Limit of input and output tokens of the run and its descendants. If you leave it out, the limit of the agent applies, or else that of the project. Null is unlimited."""
    metadata: Optional[Any]
    """Metadata of the run: a flat object of at most 50 entries, whose values are strings of at most 500 characters, numbers or booleans. The runs that it starts get the same metadata."""
    origin: Optional[OriginInput]
    """Origin of the input. It selects the agent if you name none, and gives a session key if you give none. The model reads it as `origin` of the context of the run."""
    plan: Optional[Any]
    """Plan of the first step, instead of a plan that the model writes. Only for an agent that plans. `planSchema` is the schema of a plan."""
    pricing: Optional[Pricing]
    """Pricing of the model calls of the run and its descendants. If you leave it out, the pricing of the agent applies. An agent that a workflow or another run starts has the pricing of that run."""
    priority: Optional[int]
    """Priority of the run, from -100 to 100. Among the queued runs of the project, the run with the highest number starts first. Default 0."""
    prompt: Optional[McpPromptInput]
    """Prompt of an MCP server in place of the input. The server is asked for its messages once, and they are the input of the run, also of its forks and replays."""
    session_key: Optional[str]
    """Key of the session that the run belongs to. A session is created if the project has none with this key."""
    start_at: Optional[str]
    """Earliest time at which the run may begin, at most a year ahead. By default, the run begins at once."""
    tags: Optional[List[str]]
    """Tags of the run: at most 20, of at most 100 characters each. The runs that it starts get the same tags."""
    thread_id: Optional[str]
    """Thread id that the run shares with the runs that it starts and with other runs of yours. Default: the id of the run."""
    timeout_ms: Optional[int]
    """Time limit, in milliseconds. If you leave it out, the limit of the agent applies, or else that of the project. Null is unlimited."""


@dataclass(frozen=True)
class TriggerRunResult:
    """Execution of an agent on an input."""

    id: str = named("id")
    """Global id of the run."""

    status: RunStatus = named("status")
    """Status of the run."""

GateDecision = Literal[
    "ANSWER",
    "APPROVE",
    "REJECT",
    "REVISE",
]


class _ResolveGateInput(TypedDict):
    decision: GateDecision
    """Decision at the gate."""
    id: str
    """Global id of the gate."""


class ResolveGateInput(_ResolveGateInput, total=False):
    """Input of `resolveGate`. The credentials of the request identify the decider."""
    answer: Optional[Any]
    """Answer to the question, for ANSWER only: an object that fits `schema` of the context of the gate."""
    arguments: Optional[Any]
    """New arguments, for REVISE only: an object that replaces the arguments of the call, or, for a plan, such an object for each changed action by its name. They are checked in the same way as arguments that the model wrote."""
    note: Optional[str]
    """Note that the model receives. REVISE requires a note or `arguments`."""


@dataclass(frozen=True)
class ResolveGateResultRun:
    """Execution of an agent on an input."""

    id: str = named("id")
    """Global id of the run."""

    status: RunStatus = named("status")
    """Status of the run."""


@dataclass(frozen=True)
class ResolveGateResult:
    """Point at which a run waits for a person, a time or an event."""

    id: str = named("id")
    """Global id of the gate."""

    status: GateStatus = named("status")
    """Status of the gate."""

    run: ResolveGateResultRun = named("run", ResolveGateResultRun)
    """Run that waits at the gate."""


class _AbortRunInput(TypedDict):
    id: str
    """Global id of the run."""


class AbortRunInput(_AbortRunInput, total=False):
    """Input of `abortRun`."""
    reason: Optional[str]
    """Reason for the abort, for people."""


@dataclass(frozen=True)
class AbortRunResult:
    """Execution of an agent on an input."""

    id: str = named("id")
    """Global id of the run."""

    status: RunStatus = named("status")
    """Status of the run."""

RUN_RESULT = """
query RunResult($id: ID!) {
  run(id: $id) {
    id
    status
    terminationReason
    summary
    output
    error {
      code
      message
    }
    stepCount
    durationMs
    usage {
      inputTokens
      outputTokens
      totalTokens
      costUsd
      unpricedCalls
    }
  }
}
"""

RUN_EVENTS = """
subscription RunEvents($runId: ID!, $after: String, $types: [RunEventType!], $includeDescendants: Boolean! = false) {
  runEvents(
    runId: $runId
    after: $after
    types: $types
    includeDescendants: $includeDescendants
  ) {
    __typename
    id
    seq
    cursor
    at
    stepNumber
    run @include(if: $includeDescendants) {
      id
    }
    ... on ActionAttemptFailed {
      actionId
      attempt
      delayMs
      error
      errorCode
      name
      target
    }
    ... on ActionCompleted {
      actionId
      attempt
      durationMs
      name
      output
    }
    ... on ActionDenied {
      actionId
      name
      reason
    }
    ... on ActionFailed {
      actionId
      attempt
      error
      errorCode
      name
    }
    ... on ActionLogged {
      actionId
      data
      level
      loggedAt
      message
      name
    }
    ... on ActionProgressed {
      actionId
      name
      progress
      progressMessage
      progressTotal
    }
    ... on ActionSkipped {
      actionId
      name
      reason
    }
    ... on ActionStarted {
      actionId
      actionType
      attempt
      mode
      name
      parameters
      target
    }
    ... on ActionStepCompleted {
      actionId
      key
      name
    }
    ... on ArgumentsDelta {
      callId
      messageId
      offset
      text
      tool
    }
    ... on AttemptDiscarded {
      messageId
      reason
    }
    ... on ChildRunEnded {
      actionId
      childRunId
      name
      status
      terminationReason
    }
    ... on ChildRunStarted {
      actionId
      agentName
      childRunId
      name
    }
    ... on CompactionStarted {
      limit
      tokens
    }
    ... on ConfidenceRequested {
      receivedAt
      requestedBy
    }
    ... on ContextCompacted {
      strategies
      tokensAfter
      tokensBefore
    }
    ... on ErrorOccurred {
      code
      message
    }
    ... on FinalAnswer {
      text
    }
    ... on GateOpened {
      gate {
        id
        kind
        status
        reason
        decider
        respondent
        resolvedBy
        expiresAt
        action {
          id
          name
          target
          parameters
        }
        context {
          ... on QuestionContext {
            question
            schema
            url
          }
        }
      }
      gateId
    }
    ... on GateResolved {
      gate {
        id
        kind
        status
        reason
        decider
        respondent
        resolvedBy
        expiresAt
        action {
          id
          name
          target
          parameters
        }
        context {
          ... on QuestionContext {
            question
            schema
            url
          }
        }
      }
      gateId
      gateStatus
      resolvedBy
    }
    ... on HistoryTruncated {
      fromSeq
      removed
      toSeq
    }
    ... on InputInjected {
      receivedAt
      sentBy
      text
    }
    ... on ModelSwitched {
      fromModel
      fromProfile
      reason
      toModel
      toProfile
    }
    ... on PlanGenerated {
      actions {
        dependsOn
        mode
        name
        target
        type
        wave
      }
    }
    ... on ReasoningDelta {
      llmActionId
      messageId
      offset
      text
    }
    ... on RunCompleted {
      status
      terminationReason
      totalActions
      totalSteps
      usage {
        cachedInputTokens
        costUsd
        estimatedRequests
        inputTokens
        outputTokens
        reasoningTokens
        requests
        savedUsd
        totalTokens
        unpricedCalls
      }
    }
    ... on RunFailed {
      error
      errorCode
      usage {
        cachedInputTokens
        costUsd
        estimatedRequests
        inputTokens
        outputTokens
        reasoningTokens
        requests
        savedUsd
        totalTokens
        unpricedCalls
      }
    }
    ... on RunRecovered {
      recoveries
    }
    ... on RunResumed {
      maxCostUsd
      maxSteps
      maxTokens
      resumedBy
      timeoutMs
    }
    ... on RunStarted {
      agentName
      maxSteps
    }
    ... on RunWaiting {
      childRuns
      gates
    }
    ... on StageStarted {
      index
      name
      total
    }
    ... on StateEdited {
      contextEdited
      droppedFrom
      editedMessages
    }
    ... on StepCompleted {
      actionsCompleted
      progress
    }
    ... on StepStarted {
      maxSteps
    }
    ... on Terminating {
      abortReason
      abortRequestedAt
      abortedBy
      terminationReason
    }
    ... on TextDelta {
      llmActionId
      messageId
      offset
      text
    }
    ... on UsageReported {
      model
      provider
      usage {
        cachedInputTokens
        costUsd
        estimatedRequests
        inputTokens
        outputTokens
        reasoningTokens
        requests
        savedUsd
        totalTokens
        unpricedCalls
      }
    }
    ... on Validated {
      judgedProgress
      source
    }
    ... on Warning {
      code
      message
    }
  }
}
"""

TRIGGER_RUN = """
mutation TriggerRun($input: TriggerRunInput!) {
  triggerRun(input: $input) {
    __typename
    ... on Run {
      id
      status
    }
    ... on Error {
      code
      message
    }
  }
}
"""

RESOLVE_GATE = """
mutation ResolveGate($input: ResolveGateInput!) {
  resolveGate(input: $input) {
    __typename
    ... on Gate {
      id
      status
      run {
        id
        status
      }
    }
    ... on Error {
      code
      message
    }
  }
}
"""

ABORT_RUN = """
mutation AbortRun($input: AbortRunInput!) {
  abortRun(input: $input) {
    __typename
    ... on Run {
      id
      status
    }
    ... on Error {
      code
      message
    }
  }
}
"""

RUN_END = """
subscription RunEnd($runId: ID!, $after: String) {
  runEvents(runId: $runId, after: $after, types: [RunCompleted, RunFailed]) {
    cursor
  }
}
"""

"""Of each input: its fields, their names in GraphQL, and the input that a field is."""
INPUTS: Dict[str, Dict[str, Tuple[str, Optional[str]]]] = {
    "FileInput": {"id": ("id", None), "url": ("url", None)},
    "OriginInput": {"account_id": ("accountId", None), "channel": ("channel", None), "guild_id": ("guildId", None), "peer": ("peer", None)},
    "McpPromptInput": {"arguments": ("arguments", None), "name": ("name", None), "server": ("server", None)},
    "TriggerRunInput": {"agent": ("agent", None), "batch_deadline_ms": ("batchDeadlineMs", None), "context": ("context", None), "files": ("files", "FileInput"), "idempotency_key": ("idempotencyKey", None), "input": ("input", None), "max_cost_usd": ("maxCostUsd", None), "max_steps": ("maxSteps", None), "max_tokens": ("maxTokens", None), "metadata": ("metadata", None), "origin": ("origin", "OriginInput"), "plan": ("plan", None), "pricing": ("pricing", None), "priority": ("priority", None), "prompt": ("prompt", "McpPromptInput"), "session_key": ("sessionKey", None), "start_at": ("startAt", None), "tags": ("tags", None), "thread_id": ("threadId", None), "timeout_ms": ("timeoutMs", None)},
    "ResolveGateInput": {"answer": ("answer", None), "arguments": ("arguments", None), "decision": ("decision", None), "id": ("id", None), "note": ("note", None)},
    "AbortRunInput": {"id": ("id", None), "reason": ("reason", None)},
}
