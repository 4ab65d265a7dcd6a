/** Loaded into a server before anything else, which is started with `--expose-gc`: tells what it holds alive, at SIGUSR2. */
process.on('SIGUSR2', async () => {
  // What was closed is let go of in steps, some of them by timers.
  for (let nth = 0; nth < 5; nth++) {
    globalThis.gc?.()
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  const { heapUsed, external, rss } = process.memoryUsage()
  console.log(`memory ${JSON.stringify({ alive: heapUsed + external, rss })}`)
})
