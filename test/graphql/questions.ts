const page = 'edges { cursor node'
const usage = 'usage { requests totalTokens costUsd }'

/** The questions that a console asks. Each is asked for two rows and for fifty. */
export const questions: Readonly<Record<string, string>> = {
  'runs with everything below them': `query($n: Int!) { runs(first: $n) { totalCount pageInfo { hasNextPage } ${page} {
    id status input context ${usage} agent { id slug model tools { name } } session { key ${usage} agent { slug } }
    parent { id status } root { id status }
    steps(first: $n) { totalCount ${page} { number ${usage}
      actions { name output childRun { id status } attempts { number status output ${usage} } }
      modelCalls { model action { name } ${usage} } } } }
    gates { reason run { id } } } } } }`,
  'runs, steps and sessions with their conversations': `query($n: Int!) { runs(first: $n) { ${page} { id workerClaims { version }
    messages(first: $n) { totalCount ${page} { role text tokens visibility parts { __typename } } } }
    steps(first: 2) { ${page} { number text summary validation { criteria { met } } offeredTools { name } toolCalls { name } messages(first: 2) { totalCount ${page} { role visibility } } } } } }
    session { key messages(first: 2) { totalCount ${page} { role visibility } } } } } } } }`,
  'model calls with what was sent and received': `query($n: Int!) { runs(first: $n) { ${page} { id
    steps(first: $n) { ${page} { costParts { kind costUsd } modelCalls { model costParts { kind costUsd } request { method path headers { name value } body }
      response { status body bodyBytes isTruncated } } } } } } } } }`,
  'runs with what was said of them': `query($n: Int!) { runs(first: $n, filter: { rating: { minScore: 0.2, label: "row" } }) { totalCount ${page} { id
    rating ownRating { score run { id } } ratings(first: $n) { totalCount ${page} { ratedBy score run { id status } } } }
    comments(first: $n) { totalCount ${page} { commentedBy text run { id } step { number } action { name } } } } } } } }`,
  'agents with their weights and canaries': `query($n: Int!) { agents(first: $n) { ${page} { versionWeights { version weight }
    canary { status agent { slug } } canaries(first: $n) { totalCount ${page} { status comparisons { measure } } } } } } } }`,
  'canaries that run': `query($n: Int!) { canaries(first: $n, filter: { status: [RUNNING], agent: "AGENT" }) { totalCount ${page} { id agent { slug } stopOn { cost } } } } }`,
  'what runs cost': `query($n: Int!) { runs(first: $n) { ${page} { id usage(includeDescendants: true) { costUsd }
    cost { total { costUsd } byModel { model usage { costUsd } } byStep { step { number } usage { costUsd } }
      byChild { run { id status } usage { costUsd } } parts { kind costUsd } wastedUsd cacheSavedUsd unpricedCalls } } } } }`,
  'runs with their events and what those changed': `query($n: Int!) { runs(first: $n) { ${page} { id
    events(first: 20) { totalCount ${page} { __typename seq run { id status agent { slug } }
      ... on StepStarted { step { id number ${usage} } } ... on ActionCompleted { action { id status } }
      ... on GateOpened { gate { id reason } } } } } } } } }`,
  'runs with the events of their trees': `query($n: Int!) { runs(first: $n) { ${page} { id
    events(first: 20, includeDescendants: true) { totalCount ${page} { seq cursor run { id status } } } } } } } }`,
  'agents with their runs': `query($n: Int!) { agents(first: $n) { totalCount ${page} { slug definition { name tools stages { name } skills { name } inheritedLimits compaction { models } } model ${usage}
    runs(first: $n) { totalCount ${page} { id status session { key runs(first: $n) { totalCount ${page} { id } } } } } } } } } } }`,
  'the children of a run': `query($n: Int!) { run(id: "ROOT") { children(first: $n) { totalCount ${page} { id status
    agent { slug } children(first: $n) { totalCount ${page} { id } } } } } } } }`,
  'usage by every dimension': `query($n: Int!) { usage(groupBy: [AGENT_VERSION, SESSION, MODEL, PROVIDER, PURPOSE, DAY, RUN]) {
    agent { slug model } session { key } run { id status steps(first: $n) { ${page} { number } } } } } }`,
  'statistics of runs and calls': `query($n: Int!) {
    runStats(since: "2026-10-01T00:00:00Z", until: "2027-10-01T00:00:00Z", groupBy: [STATUS, REASON, VERSION, MODEL, TOOL, TAG, HOUR, DAY]) { isTruncated buckets {
      agent { slug model } count duration { p50 p95 } queueTime { p50 } timeToFirstToken { p50 } gateWait { p50 } rating { mean } ${usage} } }
    statsOfSome: runStats(since: "2026-10-01T00:00:00Z", until: "2027-10-01T00:00:00Z", groupBy: [STATUS], filter: { tags: ["all"], agent: "SLUG" }) { buckets { count } }
    toolStats(since: "2026-10-01T00:00:00Z", until: "2027-10-01T00:00:00Z", filter: { agent: "AGENT" }) { isTruncated tools { type target calls duration { p95 } } }
    runTags(from: "a")
    runs(first: $n) { ${page} { id } } } }`,
  'what waits, and who works on it': `query($n: Int!) {
    queue { due blocked scheduled returned running free byPriority { priority due } oldest { id input } workers { state slots active } }
    runs(first: $n, filter: { status: [QUEUED] }) { ${page} { id queuePosition worker { since process { state } } } } } }`,
  'gates with what they are about': `query($n: Int!) { gates(first: $n, filter: { kind: [ACTION_APPROVAL], runId: "ROOT", includeDescendants: true }) {
    totalCount ${page} { id kind decider onExpiry resolvedBy resolution { arguments } context { stepNumber ... on PlanContext { actions { name } } } run { id } step { number ${usage} } action { name childRun { id } } } } } }`,
  'gates of an agent in a time': `query($n: Int!) { gates(first: $n, filter: { agent: "AGENT", createdAfter: "2020-01-01T00:00:00Z",
    createdBefore: "2040-01-01T00:00:00Z" }) { totalCount ${page} { id } } } }`,
  'runs with what was forked from them': `query($n: Int!) { runs(first: $n) { ${page} { id
    forks(first: $n) { totalCount ${page} { id status agent { slug } } } } cost { byPurpose { purpose usage { costUsd } } } } } } }`,
  'workflows with their versions and runs': `query($n: Int!) { workflows(first: $n, filter: { archived: ANY }) { totalCount ${page} {
    id slug versions(first: $n) { totalCount ${page} { number changes { field } plan { mermaid } } } } runs(first: $n) { totalCount ${page} { id status } } } } } } }`,
  'workflows in use': `query($n: Int!) { workflows(first: $n, filter: { search: "o" }, orderBy: { field: NAME, direction: DESC }) {
    totalCount ${page} { id } } } }`,
  'agents with their versions and what changed': `query($n: Int!) { agents(first: $n, orderBy: { field: NAME, direction: ASC },
    filter: { archived: ANY, search: "a", tool: "calculator", model: "scripted/echo" }) { totalCount ${page} {
    slug versions(first: $n) { totalCount ${page} { number createdBy definition { name model } changes { field before after } } } } } } } }`,
  'tools with the agents that may call them': `query { tools(filter: { kind: [BUILT_IN] }) { name kind agents { slug model } } }`,
  'sessions with their runs': `query($n: Int!) { sessions(first: $n, filter: { createdAfter: "2020-01-01T00:00:00Z", search: "s" }) {
    totalCount ${page} { key lastActiveAt runCount ${usage} agent { slug } activeRuns { id status }
    runs(first: $n) { totalCount ${page} { id status } } } } } } }`,
  'sessions at work': `query($n: Int!) { sessions(first: $n, filter: { hasActiveRun: true }) { totalCount ${page} { id } } } }`,
  'sessions of an agent': `query($n: Int!) { sessions(first: $n, filter: { agent: "AGENT", activeAfter: "2020-01-01T00:00:00Z" },
    orderBy: { field: CREATED_AT, direction: ASC }) { totalCount ${page} { id } } } }`,
  'webhooks with their deliveries': `query($n: Int!) { webhooks(first: $n) { totalCount ${page} { id url
    deliveries(first: $n) { totalCount ${page} { id attempt run { id status } } } } } } } }`,
  'webhooks with what was not delivered': `query($n: Int!) { webhooks(first: $n) { ${page} {
    deliveries(first: $n, filter: { status: [PENDING] }) { totalCount ${page} { id } } } } } } }`,
  'schedules with their runs': `query($n: Int!) { schedules(first: $n) { totalCount ${page} { id cron agent { slug }
    runs(first: $n) { totalCount ${page} { id status } } } } } } }`,
  'events with what they continued': `query($n: Int!) { receivedEvents(first: $n) { totalCount ${page} { id name key data
    gates { id run { id status } } runs { id status } } } } }`,
  'event triggers': `query($n: Int!) { eventTriggers(first: $n) { totalCount ${page} { id name agent { slug } } } } }`,
  'event sources': `query($n: Int!) { eventSources(first: $n) { totalCount ${page} { id slug scheme path } } } }`,
  'data sets with their items': `query($n: Int!) { dataSets(first: $n) { totalCount ${page} { id slug version
    items(first: $n) { totalCount ${page} { key input files { id name } expectations { exact criteria } sourceRun { id status } } } } } } } }`,
  'evaluations with their results': `query($n: Int!) { evaluations(first: $n) { totalCount ${page} { id status score costUsd
    dataSet { slug } agent { slug } baseline { id } results(first: $n) { totalCount ${page} { status score checks { kind passed }
      itemTrials { passed total flaky } item { key } run { id status } judgeRuns { id status } } } } } } } }`,
  'evaluations with their flaky results': `query($n: Int!) { evaluations(first: $n, filter: { agent: "SLUG", status: [COMPLETED] }) { totalCount ${page} {
    results(first: $n, filter: { flaky: true, status: [FAILED] }) { totalCount ${page} { id } } } } } } }`,
  'evaluations with what became of their items since': `query($n: Int!) { evaluations(first: $n) { ${page} {
    comparison { improved regressed baseline { id } items { key change before { passed item { key } } after { score } } } } } } }`,
  'relics, policies and bindings': `query($n: Int!) { relics(first: $n) { totalCount ${page} { id name kind settings { kind ... on HttpRelicSettings { headers { name } } } } } }
    policies(first: $n) { totalCount ${page} { id target agent { slug } } } }
    bindings(first: $n) { totalCount ${page} { id channel agent { slug } } } } }`,
  'what relics hold': `query($n: Int!) { relics(first: $n) { ${page} { id entry(key: "k1") { value updatedAt }
    entries(first: $n, prefix: "k") { totalCount ${page} { key value sizeBytes expiresAt } } } } } } }`,
  'the projects of the server': `query($n: Int!) { projects(first: $n) { totalCount ${page} { id slug name } } } }`,
  'policies of an agent': `query($n: Int!) { policies(first: $n, filter: { agent: "AGENT" }) { totalCount ${page} { id } } } }`,
  'what an agent that is named by its slug has': `query($n: Int!) { usage(agent: "SLUG", groupBy: [DAY]) { usage { costUsd } }
    runs(first: $n, filter: { agent: "SLUG" }) { totalCount ${page} { id } } }
    policies(first: $n, filter: { agent: "SLUG" }) { totalCount ${page} { id } } } }`,
  'runs that are found by what was said of them and what they did': `query($n: Int!) {
    tagged: runs(first: $n, filter: { tags: ["all"] }) { totalCount nodes { id tags metadata } ${page} { id tags } } }
    any: runs(first: $n, filter: { anyTag: ["all", "none"] }) { totalCount nodes { id tags } }
    both: runs(first: $n, filter: { metadata: { kind: "row" }, threadId: "thread", triggeredBy: "key" }) { totalCount nodes { id } }
    did: runs(first: $n, filter: { model: "scripted/echo", tool: "calculator", minCostUsd: "0", minDurationMs: 0 }) { totalCount nodes { id } }
    agent: runs(first: $n, filter: { agent: "AGENT", agentVersion: 1, parentId: "ROOT", search: "hello" }) { totalCount nodes { id } }
    ended: runs(first: $n, orderBy: { field: COMPLETED_AT, direction: DESC }) { nodes { id } } }`,
  'API keys': `query($n: Int!) { apiKeys(first: $n) { totalCount ${page} { id name role } } } }`,
  gates: `query($n: Int!) { gates(first: $n, filter: { status: [OPEN] }) { totalCount ${page} { id reason run { id status agent { slug } } } } } }`,
}
