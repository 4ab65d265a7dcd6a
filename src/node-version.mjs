/**
 * Ends the process where Node is too old. It has no types and no new syntax, as an old Node must be able to read it.
 * @param {string} remedy text about the remedy
 */
export function refuseOldNode(remedy) {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major >= 24 || (major === 22 && minor >= 19)) return
  console.error(`Rungraph needs Node 24 (or 22.19); this is ${process.versions.node}. ${remedy}`)
  process.exit(1)
}
