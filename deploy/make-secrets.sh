#!/bin/sh
# Makes the secrets that deploy/compose.yaml mounts, each in a file of its own; those that are there are kept.
# Only the folder is closed to others: inside the containers each file is read by an ordinary user, never the same one.
set -eu
cd "$(dirname "$0")"
umask 022
mkdir -p -m 0700 secrets

random() {
  head -c 32 /dev/urandom | base64 | tr -d '\n=' | tr '+/' '-_'
}

keep() {
  if [ -e "secrets/$1" ]; then
    echo "secrets/$1: kept"
  else
    printf '%s' "$2" > "secrets/$1"
    echo "secrets/$1: made"
  fi
}

for name in postgres_password rede_database_password keycloak_database_password keycloak_admin_password provisioning_secret; do
  keep "$name" "$(random)"
done
keep rede_database_url "postgresql://rede:$(cat secrets/rede_database_password)@postgres:5432/rede"
keep smtp_password ''
