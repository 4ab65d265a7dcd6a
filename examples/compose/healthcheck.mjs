// Ends with 0 when the process of the container does its work. A worker tells so on RUNGRAPH_HEALTH_PORT only.
const port = process.env.RUNGRAPH_HEALTH_PORT || process.env.PORT || '4000'
const ready = await fetch(`http://127.0.0.1:${port}/health/ready`, {
  signal: AbortSignal.timeout(3_000),
}).catch(() => null)
process.exit(ready?.ok ? 0 : 1)
