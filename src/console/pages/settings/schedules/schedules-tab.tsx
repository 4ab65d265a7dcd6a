import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Ellipsis, Pause, Pencil, Play, Plus, Trash2, Zap } from 'lucide-react'
import { useState } from 'react'
import {
  DeleteScheduleDocument,
  FireScheduleDocument,
  type ScheduleRowFragment,
  SchedulesDocument,
  UpdateScheduleDocument,
} from '../../../../generated/console/graphql.ts'
import { useSession } from '../../../data/session-provider.tsx'
import { useAction } from '../../../data/use-action.ts'
import { Button } from '../../../ui/button.tsx'
import { type Choice, Menu } from '../../../ui/menu.tsx'
import { Card } from '../../../ui/page.tsx'
import { Empty, Loading, Problem } from '../../../ui/states.tsx'
import { Status } from '../../../ui/status.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { Ago } from '../../../ui/time.tsx'
import { AskDialog } from '../../run/dialogs/ask-dialog.tsx'
import { Intro } from '../intro.tsx'
import { Pager } from '../pager.tsx'
import styles from '../settings-page.module.css'
import { useList } from '../use-list.ts'
import { ScheduleCards } from './schedule-cards.tsx'
import { ScheduleForm } from './schedule-form.tsx'

type Asked =
  | { readonly what: 'create' }
  | { readonly what: 'edit' | 'delete'; readonly schedule: ScheduleRowFragment }

/** The schedules of the project; of the one that is opened, its next times and its runs. */
export function SchedulesTab() {
  const { item } = useSearch({ from: '/settings' })
  const navigate = useNavigate()
  const { may } = useSession()
  const [after, setAfter] = useState<readonly string[]>([])
  const { data, error, refresh } = useList(SchedulesDocument, { after: after.at(-1) ?? null })
  const [asked, setAsked] = useState<Asked | null>(null)
  const update = useAction(UpdateScheduleDocument, 'Schedule')
  const fire = useAction(FireScheduleDocument, 'Run')
  const schedules = data?.schedules.nodes ?? []
  const opened = schedules.find(({ id }) => id === item) ?? schedules[0]
  const close = () => {
    setAsked(null)
    refresh()
  }
  const fireNow = async (id: string) => {
    const run = await fire.send({ input: { id } })
    if (run) void navigate({ to: '/runs/$runId', params: { runId: run.id } })
  }
  const actions: Column<ScheduleRowFragment> = {
    name: '',
    isNumber: true,
    cell: (schedule) => (
      <div className={styles.end}>
        <Button size="small" isPending={fire.isSending} onPress={() => void fireNow(schedule.id)}>
          <Zap /> Fire now
        </Button>
        {may('ADMIN') && (
          <Menu
            label={`Actions for ${schedule.cron}`}
            button={
              <Button size="small" kind="quiet" isIcon aria-label={`Actions for ${schedule.cron}`}>
                <Ellipsis />
              </Button>
            }
            choices={choicesFor(schedule)}
          />
        )}
      </div>
    ),
  }
  const choicesFor = (schedule: ScheduleRowFragment): readonly Choice[] => [
    { id: 'edit', label: 'Edit…', icon: <Pencil />, act: () => setAsked({ what: 'edit', schedule }) },
    {
      id: 'toggle',
      label: schedule.enabled ? 'Pause' : 'Enable',
      icon: schedule.enabled ? <Pause /> : <Play />,
      act: () => void update.send({ input: { id: schedule.id, enabled: !schedule.enabled } }).then(refresh),
    },
    {
      id: 'delete',
      label: 'Delete…',
      icon: <Trash2 />,
      isDanger: true,
      act: () => setAsked({ what: 'delete', schedule }),
    },
  ]
  return (
    <>
      <Intro text="A schedule runs an agent at the times of a cron expression. Each time starts one run, however many processes there are.">
        {may('ADMIN') && (
          <Button kind="primary" onPress={() => setAsked({ what: 'create' })}>
            <Plus /> Add a schedule
          </Button>
        )}
      </Intro>
      <Problem error={error ?? update.problem ?? fire.problem} />
      <Card isFlush>
        {!data && !error && <Loading rows={3} height={26} />}
        {data?.schedules.totalCount === 0 && <Empty title="There are no schedules." />}
        {schedules.length > 0 && (
          <Table
            label="Schedules"
            columns={may('OPERATOR') ? [...shownColumns(opened?.id), actions] : shownColumns(opened?.id)}
            rows={schedules}
            keyOf={({ id }) => id}
          />
        )}
        {data && <Pager of={data.schedules} after={after} onTurn={setAfter} />}
      </Card>
      {opened && <ScheduleCards key={opened.id} schedule={opened} />}
      {asked?.what === 'create' && <ScheduleForm schedule={null} onClose={close} />}
      {asked?.what === 'edit' && <ScheduleForm schedule={asked.schedule} onClose={close} />}
      {asked?.what === 'delete' && <DeleteDialog schedule={asked.schedule} onClose={close} />}
    </>
  )
}

const shownColumns = (opened: string | undefined): readonly Column<ScheduleRowFragment>[] => [
  {
    name: 'Times',
    cell: ({ id, cron, timeZone }) => (
      <div className={styles.two}>
        <Link
          to="/settings"
          search={{ tab: 'schedules', item: id }}
          aria-current={id === opened}
          className={`${styles.main} ${styles.nowrap}`}
        >
          <code>{cron}</code>
        </Link>
        <span className={styles.sub}>{timeZone}</span>
      </div>
    ),
  },
  {
    name: 'Agent and input',
    cell: ({ agent, input }) => (
      <div className={styles.two}>
        <Link to="/agents/$agentId" params={{ agentId: agent.id }} className={styles.link}>
          {agent.name}
        </Link>
        <span className={`${styles.sub} ${styles.clip}`}>{input}</span>
      </div>
    ),
  },
  {
    name: 'State',
    cell: ({ enabled, lastError }) => (
      <div className={styles.two}>
        {!enabled && <Status of="PAUSED" />}
        {lastError ? (
          <>
            <Status of="FAILED" label="Last time failed" />
            <span className={styles.bad}>{lastError}</span>
          </>
        ) : (
          enabled && <Status of="COMPLETED" label="Enabled" />
        )}
      </div>
    ),
  },
  { name: 'Next', isNumber: true, cell: ({ nextFireAt }) => (nextFireAt ? <Ago at={nextFireAt} /> : '–') },
  {
    name: 'Last',
    isNumber: true,
    cell: ({ lastFiredAt }) => (lastFiredAt ? <Ago at={lastFiredAt} /> : 'Never'),
  },
]

function DeleteDialog({
  schedule,
  onClose,
}: {
  readonly schedule: ScheduleRowFragment
  readonly onClose: () => void
}) {
  const { send, isSending, problem } = useAction(DeleteScheduleDocument, 'DeletedSchedule')
  return (
    <AskDialog
      title="Delete the schedule"
      verb="Delete"
      isDanger
      {...{ isSending, problem, onClose }}
      act={async () => {
        if (await send({ input: { id: schedule.id } })) onClose()
      }}
    >
      <p>
        <code>{schedule.cron}</code> starts no more runs of {schedule.agent.name}. The runs that it started
        stay.
      </p>
    </AskDialog>
  )
}
