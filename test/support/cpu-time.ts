/**
 * Processor time of this thread so far, in milliseconds. What is computed in one go is measured by it: by the clock, others on the
 * machine may hold it up for as long as they like.
 */
export function cpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
