// Loaded before any TypeScript, by every npm script: an old Node could only say that it does not know `.ts`.
import { existsSync } from 'node:fs'

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
const isNewEnough = major >= 24 || (major === 22 && minor >= 19)

if (!existsSync(new URL('../node_modules', import.meta.url))) {
  fail('The dependencies are not installed. Run: npm ci')
}
if (!isNewEnough) {
  fail(
    `Rungraph needs Node 24 (or 22.19); this is ${process.versions.node}. \`npm ci\` installs Node 24 for the npm scripts:\n` +
      'use `npm start`. If that is what you did, the `node` package was installed without its install script: run\n' +
      '`npm ci --ignore-scripts=false`.',
  )
}

/** @param {string} message */
function fail(message) {
  console.error(message)
  process.exit(1)
}
