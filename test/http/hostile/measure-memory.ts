/** Loaded into a server before anything else, which is started with `--expose-gc`: tells what it holds alive, at SIGUSR2. */
process.on('SIGUSR2', async () => {
  // What was closed is let go of in steps, some of them by timers: garbage is collected until there is no less any more. Seldom: it
  // is most of what these tests take.
  let least = Number.POSITIVE_INFINITY
  for (let quiet = 0; quiet < 2; quiet++) {
    globalThis.gc?.()
    await new Promise((resolve) => setTimeout(resolve, 250))
    const { heapUsed, external } = process.memoryUsage()
    if (heapUsed + external < least - 1024 ** 2) quiet = 0
    least = Math.min(least, heapUsed + external)
  }
  const { heapUsed, external, rss } = process.memoryUsage()
  console.log(`memory ${JSON.stringify({ alive: heapUsed + external, rss })}`)
})
