import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { RotateCcw } from 'lucide-react'
import { useEffect } from 'react'
import { useQuery } from 'urql'
import {
  type AgentShownFragment,
  RollBackAgentDocument,
  TwoVersionsDocument,
  VersionsOfAgentDocument,
  type VersionsOfAgentQuery,
} from '../../../generated/console/graphql.ts'
import { useNotThere } from '../../data/not-there.ts'
import { inPlace } from '../../data/search.ts'
import { useSession } from '../../data/session.ts'
import { useList } from '../../data/use-list.ts'
import { useDialog } from '../../forms/ask.tsx'
import { Difference } from '../../ui/difference.tsx'
import { SelectField } from '../../ui/field.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { LeadingButton } from '../../ui/leading-button.tsx'
import look from '../../ui/look.module.css'
import { Card, Empty, Loading, Problem } from '../../ui/page.tsx'
import { Panel } from '../../ui/panel.tsx'
import { isOfCode } from './agent-notes.tsx'
import styles from './agent-page.module.css'
import { changedFields, toDraft } from './definition-draft.ts'

const route = getRouteApi('/agents/$agentId')

interface Props {
  readonly agent: AgentShownFragment
}

type Version = NonNullable<VersionsOfAgentQuery['agent']>['versions']['nodes'][number]

/** The versions of an agent, and what differs between two of them, field by field. */
export function VersionsTab({ agent }: Props) {
  const { data, error, refresh } = useList(VersionsOfAgentDocument, { id: agent.id })
  const versions = data?.agent?.versions.nodes ?? []
  const isBehind = versions.length > 0 && !versions.some(({ number }) => number === agent.version)
  useEffect(() => {
    if (isBehind) refresh()
  }, [isBehind, refresh])
  const { from, to: chosen } = route.useSearch()
  const to = chosen ?? versions[0]?.number ?? agent.version
  useNotThere('from', from, from !== undefined && from > agent.version)
  useNotThere('to', chosen, chosen !== undefined && chosen > agent.version)
  const navigate = useNavigate({ from: '/agents/$agentId' })
  const compare = (from: number, to: number) =>
    void navigate({ search: (now) => ({ ...now, from, to }), ...inPlace })
  const before = from ?? versions.find(({ number }) => number < to)?.number
  if (error && !data) return <Problem error={error} />
  if (!data) return <Loading rows={6} />
  return (
    <div className={styles.versions}>
      <Card isFlush title="Versions">
        <ul className={styles.versionList} aria-label="Versions">
          {versions.map((version, at) => (
            <li key={version.number}>
              <button
                type="button"
                aria-current={version.number === to}
                className={`${look.pressable} ${look.item}`}
                onClick={() => compare(versions[at + 1]?.number ?? version.number, version.number)}
              >
                <strong>Version {version.number}</strong>
                <span className={look.faint}>
                  {formatDateTime(version.createdAt)}
                  {version.createdBy && ` by ${version.createdBy}`}
                </span>
                <span className={look.soft}>{changesOf(version)}</span>
              </button>
            </li>
          ))}
        </ul>
        {data.agent?.versions.pageInfo.hasNextPage && (
          <p className={`${look.faint} ${styles.tableNote}`}>
            The newest {versions.length} of {agent.version} versions.
          </p>
        )}
      </Card>
      <Panel of={chosen?.toString()}>
        {before === undefined || before === to ? (
          <Card title={`Version ${to}`} aside={<TakeBack agent={agent} version={to} />}>
            <Empty title={versions.length > 1 ? 'Nothing is compared.' : 'There is one version so far.'}>
              Each change of the agent creates a version. Runs keep the version that they began with.
            </Empty>
          </Card>
        ) : (
          <Comparison agent={agent} versions={versions} from={before} to={to} compare={compare} />
        )}
      </Panel>
    </div>
  )
}

function changesOf({ changes, number }: Version): string {
  if (changes.length === 0) return number === 1 ? 'Created' : 'No change'
  const names = changes.map(({ field }) => field)
  return names.length > 4 ? `${names.slice(0, 4).join(', ')} and ${names.length - 4} more` : names.join(', ')
}

function Comparison(
  props: Props & {
    readonly versions: readonly Version[]
    readonly from: number
    readonly to: number
    readonly compare: (from: number, to: number) => void
  },
) {
  const { agent, versions, from, to, compare } = props
  const [{ data, error }] = useQuery({ query: TwoVersionsDocument, variables: { agent: agent.id, from, to } })
  const options = versions.map(({ number }) => ({ value: String(number), label: `Version ${number}` }))
  return (
    <Card title="What differs" aside={<TakeBack agent={agent} version={to} />}>
      <div className={look.stack}>
        <div className={look.fields}>
          <SelectField
            label="From"
            value={String(from)}
            options={options}
            onChange={(value) => compare(Number(value), to)}
          />
          <SelectField
            label="To"
            value={String(to)}
            options={options}
            onChange={(value) => compare(from, Number(value))}
          />
        </div>
        <Problem error={error} />
        {data?.from && data.to ? (
          <Fields before={toDraft(data.from.definition)} after={toDraft(data.to.definition)} />
        ) : (
          !error && <Loading rows={6} />
        )}
      </div>
    </Card>
  )
}

function Fields({ before, after }: { readonly before: object; readonly after: object }) {
  const names = changedFields(before, after)
  const [a, b] = [before, after].map((each) => new Map<string, unknown>(Object.entries(each)))
  if (names.length === 0) return <Empty title="They are the same." />
  return names.map((name) => (
    <section key={name} className={look.list}>
      <h3>
        <code>{name}</code>
      </h3>
      <Difference
        label={`What differs in ${name}`}
        before={shown(a?.get(name))}
        after={shown(b?.get(name))}
      />
    </section>
  ))
}

/** A missing limit is the project's; false and 0 are values like others. */
function shown(value: unknown): unknown {
  return value === undefined ? '' : value === null ? 'null' : value
}

/** Gives the agent the definition of an earlier version again. */
function TakeBack({ agent, version }: Props & { readonly version: number }) {
  const { may } = useSession()
  const navigate = useNavigate({ from: '/agents/$agentId' })
  const { confirm, dialog } = useDialog()
  if (!may('ADMIN') || version === agent.version) return null
  const takeBack = () =>
    confirm({
      title: `Take back to version ${version}`,
      verb: 'Take back',
      mutation: RollBackAgentDocument,
      input: { id: agent.id, version, expectedVersion: agent.version },
      onDone: () => navigate({ search: { tab: 'versions' }, ...inPlace }),
      children: `The agent gets the definition of version ${version} again, as a new version that runs use from now on.`,
    })
  return (
    <>
      <LeadingButton
        icon={RotateCcw}
        label={`Take back to version ${version}`}
        size="small"
        isReady={!isOfCode(agent)}
        lacks="Its definition is in code: it is changed there."
        onPress={takeBack}
      />
      {dialog}
    </>
  )
}
