# Short commands for the table "3 a.m." of docs/operating.md. Needs curl, jq and psql. Set what differs, and source it:
#   HEALTH=http://worker-1:4010 DATABASE_URL=postgres://… KEY=rg_… ; . examples/monitoring/three-am.sh
API=${API:-http://127.0.0.1:4000}       # a process that serves the API
HEALTH=${HEALTH:-$API}                  # RUNGRAPH_HEALTH_PORT of the process to look at

# The parts of the process that are not ready, with the reason of each.
ready() {
  curl --silent --show-error --max-time 5 "$HEALTH/health/ready" | jq --compact-output '.checks | map_values(select(.status != "ready"))'
}

# The metrics whose lines match: metrics 'runs_active|run_slots'
metrics() {
  curl --silent --show-error --max-time 5 ${KEY:+--header "Authorization: Bearer $KEY"} "$HEALTH/metrics" | grep -v '^#' | grep -E "$1"
}

# A GraphQL operation with an ADMIN key: ask '{ queue { due blocked free } }'
ask() {
  jq --null-input --arg query "$1" '{ $query }' |
    curl --silent --show-error --max-time 20 ${KEY:+--header "Authorization: Bearer $KEY"} \
      --header 'Content-Type: application/json' --data @- "$API/graphql"
}

sql() {
  psql "$DATABASE_URL" --no-psqlrc --command "$1"
}

# Sessions that wait for a lock, and who holds it.
blocked() {
  sql "select waiting.pid as waits, holder.pid as blocker, holder.application_name as program, holder.state,
      date_trunc('second', clock_timestamp() - holder.xact_start) as open_for, left(holder.query, 60) as last_query
    from pg_stat_activity waiting
    cross join lateral unnest(pg_blocking_pids(waiting.pid)) held_by
    join pg_stat_activity holder on holder.pid = held_by
    where waiting.datname = current_database()"
}

# What the sessions of Rungraph wait for inside a statement: Lock, IO of a slow disk, IPC of a standby.
waits() {
  sql "select pid, wait_event_type, wait_event, date_trunc('second', clock_timestamp() - query_start) as so_long, left(query, 60) as query
    from pg_stat_activity
    where datname = current_database() and application_name like 'rungraph%' and state = 'active' and wait_event is not null"
}

# Open transactions of the whole server, the oldest first.
transactions() {
  sql "select pid, datname as database, application_name as program, state,
      date_trunc('second', clock_timestamp() - xact_start) as open_for, left(query, 60) as last_query
    from pg_stat_activity
    where xact_start is not null and pid <> pg_backend_pid() and backend_type = 'client backend'
    order by xact_start limit 5"
}

# Replication slots, and how much of the write-ahead log each keeps.
slots() {
  sql "select slot_name, active, wal_status, pg_size_pretty(pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)) as keeps
    from pg_replication_slots"
}
