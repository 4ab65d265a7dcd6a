const endings = new Set<() => void>()
process.on('exit', () => {
  for (const end of endings) end()
})

/** Has this done when the suite ends, however it ends: nothing that it started is left behind. Gives what calls that off. */
export function atExit(end: () => void): () => void {
  endings.add(end)
  return () => endings.delete(end)
}
