#!/usr/bin/env node
// The command of the package. It imports the program after these checks: an old Node cannot read it.
import module from 'node:module'
import { basename, join } from 'node:path'
import { refuseOldNode } from './node-version.mjs'

refuseOldNode('Install a newer one from https://nodejs.org.')

// As in preflight.mjs. The folder that holds the package is `node_modules`, or a developer's own.
const home = join(import.meta.dirname, '../../..')
if (basename(home) === 'node_modules') module.enableCompileCache(join(home, '.cache/rungraph'))

await import('./main.ts')
