// Loaded before any TypeScript, by every npm script: an old Node could only say that it does not know `.ts`.
import { existsSync } from 'node:fs'
import module from 'node:module'
import { fileURLToPath } from 'node:url'

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

// What was compiled at one start is there at the next, which takes half the time. Not in the folder for temporary files, which Node
// would take: others can write there, too. Where nothing can be written, nothing is kept.
module.enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/node', import.meta.url)))

/** @param {string} message */
function fail(message) {
  console.error(message)
  process.exit(1)
}
