import { SettingsServerDocument } from '../../../generated/console/graphql.ts'
import { useSession } from '../../data/session.ts'
import { useList } from '../../data/use-list.ts'
import { formatDateTime, formatEnum, formatWhole } from '../../ui/format.ts'
import look from '../../ui/look.module.css'
import { Card, Columns, Facts, Loading, Problem } from '../../ui/page.tsx'
import { Ago } from '../../ui/time.tsx'
import { SettingsPart } from './settings-part.tsx'

/** The server that answers, and who asks it. */
export function ServerTab() {
  const { caller, project } = useSession()
  const { data, error, refresh } = useList(SettingsServerDocument, {})
  const server = data?.server
  const days = (count: number | null | undefined) =>
    count == null ? 'For ever' : count === 0 ? 'Not at all' : `${count} days after the end`
  const yes = (is: boolean) => (is ? 'On' : 'Off')
  return (
    <SettingsPart text="The process that answered this page. Its settings are environment variables, which only its operator changes.">
      <Problem error={error} retry={refresh} />
      {!server ? (
        <Loading rows={10} />
      ) : (
        <Columns min={280}>
          <Card title="Rungraph">
            <Facts
              of={{
                Version: server.version,
                Role: roles[server.role],
                Started: <Ago at={server.startedAt} />,
                Clock: formatDateTime(server.now),
                'Monitor of runs': yes(server.features.monitor),
                Traces: yes(server.features.tracing),
                'Events between processes': server.features.redis ? 'Redis' : 'PostgreSQL',
                'Only known operations': yes(server.features.onlyPersistedOperations),
              }}
            />
          </Card>
          <div className={look.stack}>
            <Card title="You">
              <Facts
                of={{
                  Name: caller.name,
                  Role: formatEnum(caller.role),
                  Credentials: kinds[caller.kind],
                  Expire: caller.expiresAt ? formatDateTime(caller.expiresAt) : 'Never',
                  'Administer the server': caller.isServerAdmin ? 'Yes' : 'No',
                  Project: project.name,
                }}
              />
            </Card>
            <Card title="What is kept">
              <Facts
                of={{
                  Runs: days(server.retention.runsDays),
                  'Words as they were streamed': days(server.retention.deltasDays),
                  'Traffic with models': days(server.retention.modelTrafficDays),
                }}
              />
            </Card>
          </div>
          <Card title="Limits of the API">
            <Facts
              of={Object.fromEntries(
                Object.entries(server.limits)
                  .filter(([name]) => name !== '__typename')
                  .map(([name, limit]) => [
                    toWords(name),
                    typeof limit === 'number' ? formatWhole(limit) : 'Unlimited',
                  ]),
              )}
            />
          </Card>
        </Columns>
      )}
    </SettingsPart>
  )
}

const roles = {
  ALL: 'Serves the API and executes runs',
  API: 'Serves the API',
  WORKER: 'Executes runs',
} as const

const kinds = {
  KEY: 'API key',
  LOOPBACK: 'None: the server has no keys',
  PERSON: 'Identity provider',
  TOKEN: 'Access token',
} as const

/** `requestsPerMinute` is `Requests per minute`. */
function toWords(name: string): string {
  return formatEnum(name.replaceAll(/[A-Z]/g, (letter) => ` ${letter}`))
}
