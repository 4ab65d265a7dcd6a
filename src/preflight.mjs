// Loaded before any TypeScript, by every npm script: an old Node could only say that it does not know `.ts`.
import { existsSync } from 'node:fs'
import module from 'node:module'
import { fileURLToPath } from 'node:url'
import { makePrismaClient } from '../build/prisma-client.mjs'
import { refuseOldNode } from './node-version.mjs'

if (!existsSync(new URL('../node_modules', import.meta.url))) {
  console.error('The dependencies are not installed. Run: npm ci')
  process.exit(1)
}
refuseOldNode(
  '`npm ci` installs Node 24 for the npm scripts:\n' +
    'use `npm start`. If that is what you did, the `node` package was installed without its install script: run\n' +
    '`npm ci --ignore-scripts=false`.',
)

// Code that was compiled at one start is reused at the next, which takes half the time. Not in the folder for temporary files, which Node
// would take: others can write there, too. Where nothing can be written, nothing is kept.
module.enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/node', import.meta.url)))

makePrismaClient()
