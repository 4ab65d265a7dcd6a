import { connectWithRetry } from '../../../src/database/connect-with-retry.ts'
import { openBossDispatch } from '../../../src/dispatch/boss-dispatch.ts'
import { moveProject } from '../../../src/store/move/move-project.ts'
import { nameOf } from '../../support/moving.ts'

/* Moves a project: `node moving-process.ts <from> <to> <slug> <stage>`. It is killed where the move has reached the stage. */

const [from = '', to = '', slug = '', last = ''] = process.argv.slice(2)
const [source, target, queue] = await Promise.all([from, to, to].map((url) => connectWithRetry(url)))
if (!source || !target || !queue) throw new Error('There are three.')
await moveProject({
  from: await source.connect(),
  to: await target.connect(),
  openDispatch: () => openBossDispatch({ pool: queue, report: console.error, isKeeper: false }),
  slug,
  names: { from: nameOf({ connectionString: from }), to: nameOf({ connectionString: to }) },
  onStage: (stage) => void (stage === last && process.kill(process.pid, 'SIGKILL')),
})
process.exit(0)
