#!/bin/bash
# Copies the primary on the first start, then follows it.
set -euo pipefail
data=/var/lib/postgresql/data/pgdata
if [ ! -s "$data/PG_VERSION" ]; then
  pg_basebackup --host primary --username replicator --pgdata "$data" --write-recovery-conf --wal-method stream \
    --checkpoint fast
  chmod 700 "$data"
fi
exec postgres -D "$data" -c listen_addresses='*'
