#!/bin/bash
# Row-level security does not hold for superusers, so the service has a role of its own.
set -euo pipefail
psql --username postgres --set password="$POSTGRES_PASSWORD" <<'SQL'
CREATE ROLE dossier LOGIN PASSWORD :'password';
CREATE ROLE replicator LOGIN REPLICATION PASSWORD :'password';
CREATE DATABASE dossier OWNER dossier;
SQL
echo 'host replication replicator all scram-sha-256' >> "$PGDATA/pg_hba.conf"
