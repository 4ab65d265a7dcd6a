/** Loaded into a server before anything else, which is started with `--expose-gc`: tells what it holds alive, at SIGUSR2. */
process.on('SIGUSR2', () => {
  globalThis.gc?.()
  const { heapUsed, external, rss } = process.memoryUsage()
  console.log(`memory ${JSON.stringify({ alive: heapUsed + external, rss })}`)
})
