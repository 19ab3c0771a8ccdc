import { existsSync } from 'node:fs'

/** The programs of a cluster, by the Debian package that installs them. */
const packages = {
  'postgresql-15': '/usr/lib/postgresql/15/bin/postgres',
  'postgresql-client-15': '/usr/lib/postgresql/15/bin/psql',
  patroni: '/usr/bin/patroni',
  'etcd-server': '/usr/bin/etcd',
  haproxy: '/usr/sbin/haproxy',
  pgbouncer: '/usr/sbin/pgbouncer',
  pgbackrest: '/usr/bin/pgbackrest',
}

export const programs = {
  postgresBin: '/usr/lib/postgresql/15/bin',
  psql: packages['postgresql-client-15'],
  patroni: packages.patroni,
  patronictl: '/usr/bin/patronictl',
  etcd: packages['etcd-server'],
  haproxy: packages.haproxy,
  pgbouncer: packages.pgbouncer,
  pgbackrest: packages.pgbackrest,
}

/** One sentence that says what to install; null if nothing is missing. */
export function whatIsMissing(isThere: (path: string) => boolean = existsSync): string | null {
  const missing = Object.entries(packages).flatMap(([name, path]) => (isThere(path) ? [] : [name]))
  if (missing.length === 0) return null
  return (
    `This test needs programs that are not installed. On Debian 12: apt-get install ${missing.join(' ')}. ` +
    'Their services may stay stopped: the test starts processes of its own.'
  )
}
