import {
  createRootRoute,
  createRoute,
  createRouter,
  defaultStringifySearch,
  type ErrorComponentProps,
  Link,
  redirect,
} from '@tanstack/react-router'
import { rootPath } from './data/address.ts'
import { reader, text, written } from './data/search.ts'
import { Shell } from './layout/shell.tsx'
import { readAgentSearch, readAgentsSearch } from './pages/agents/agents-search.ts'
import { readBoardSearch } from './pages/board/board-search.ts'
import { readEvaluationSearch, readEvaluationsSearch } from './pages/evaluations/evaluations-search.ts'
import { readGatesSearch } from './pages/gates/gates-search.ts'
import { readRunPageSearch } from './pages/run/run-page-search.ts'
import { readRunsSearch } from './pages/runs/runs-search.ts'
import { readSessionsSearch } from './pages/sessions/sessions-search.ts'
import { readSettingsSearch } from './pages/settings/settings-search.ts'
import { readUsageSearch } from './pages/usage/usage-search.ts'
import { readWorkflowSearch } from './pages/workflows/workflow-search.ts'
import { Empty, Loading, Page, Problem } from './ui/page.tsx'

/** Every address of the console. The code of a page is loaded when it is opened, or when the pointer rests on a link to it. */
const root = createRootRoute({ component: Shell, notFoundComponent: NotFound })
const at = <const Path extends string>(path: Path) => ({ path, getParentRoute: () => root })

const board = createRoute({ ...at('/'), validateSearch: readBoardSearch }).lazy(
  async () => (await import('./pages/board/board-page.tsx')).route,
)
const runs = createRoute({ ...at('/runs'), validateSearch: readRunsSearch }).lazy(
  async () => (await import('./pages/runs/runs-page.tsx')).route,
)
const run = createRoute({ ...at('/runs/$runId'), validateSearch: readRunPageSearch }).lazy(
  async () => (await import('./pages/run/run-page.tsx')).route,
)
const compare = createRoute({
  ...at('/compare'),
  validateSearch: reader(({ a, b }) => ({ a: text(a), b: text(b) })),
}).lazy(async () => (await import('./pages/compare/compare-page.tsx')).route)
const gates = createRoute({ ...at('/gates'), validateSearch: readGatesSearch }).lazy(
  async () => (await import('./pages/gates/gates-page.tsx')).route,
)
const agents = createRoute({ ...at('/agents'), validateSearch: readAgentsSearch }).lazy(
  async () => (await import('./pages/agents/agents-page.tsx')).route,
)
const agent = createRoute({ ...at('/agents/$agentId'), validateSearch: readAgentSearch }).lazy(
  async () => (await import('./pages/agents/agent-page.tsx')).route,
)
const sessions = createRoute({ ...at('/sessions'), validateSearch: readSessionsSearch }).lazy(
  async () => (await import('./pages/sessions/sessions-page.tsx')).route,
)
const session = createRoute({ ...at('/sessions/$sessionKey'), validateSearch: reader(() => ({})) }).lazy(
  async () => (await import('./pages/sessions/session-page.tsx')).route,
)
const evaluations = createRoute({ ...at('/evaluations'), validateSearch: readEvaluationsSearch }).lazy(
  async () => (await import('./pages/evaluations/evaluations-page.tsx')).route,
)
const evaluation = createRoute({
  ...at('/evaluations/$evaluationId'),
  validateSearch: readEvaluationSearch,
}).lazy(async () => (await import('./pages/evaluations/evaluation-page.tsx')).route)
const usage = createRoute({ ...at('/usage'), validateSearch: readUsageSearch }).lazy(
  async () => (await import('./pages/usage/usage-page.tsx')).route,
)
const settings = createRoute({ ...at('/settings'), validateSearch: readSettingsSearch }).lazy(
  async () => (await import('./pages/settings/settings-page.tsx')).route,
)
/** Workflows are listed among the settings. */
const workflows = createRoute({
  ...at('/workflows'),
  beforeLoad: () => {
    throw redirect({ to: '/settings', search: { tab: 'workflows' } })
  },
})
const workflow = createRoute({
  ...at('/workflows/$workflowId'),
  validateSearch: readWorkflowSearch,
}).lazy(async () => (await import('./pages/workflows/workflow-page.tsx')).route)

export const router = createRouter({
  routeTree: root.addChildren([
    ...[board, runs, run, compare, gates, agents, agent],
    ...[sessions, session, evaluations, evaluation, usage, settings, workflows, workflow],
  ]),
  basepath: rootPath,
  defaultPreload: 'intent',
  defaultPendingComponent: Loading,
  defaultErrorComponent: PageError,
  scrollRestoration: true,
  // A page sees what its reader gives; what that cannot read stays in the address, where `AddressNotice` has it from.
  search: { strict: true },
  stringifySearch: (search) => defaultStringifySearch(written(search)),
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

function NotFound() {
  return (
    <Page title="Not found">
      <Empty title="There is no page at this address.">
        <Link to="/runs">See the runs</Link>
      </Empty>
    </Page>
  )
}

/** A page that failed to be drawn or loaded; after an update of the server its parts have new names. */
function PageError({ error, reset }: ErrorComponentProps) {
  const message = error instanceof Error ? error.message : String(error)
  return (
    <Page title="This page cannot be shown">
      <Problem error={message} retry={() => (/import|module/i.test(message) ? location.reload() : reset())} />
    </Page>
  )
}
