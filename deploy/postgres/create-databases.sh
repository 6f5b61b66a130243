#!/bin/bash
# Runs once, when the data folder is made: a database and a role for each of the two, neither of which sees the other's.
set -euo pipefail

create() {
  psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 --username postgres --dbname postgres \
    --set name="$1" --set password="$(< "$2")" << 'SQL'
create role :"name" login password :'password';
create database :"name" owner :"name";
revoke connect, temporary on database :"name" from public;
SQL
}

create rede /run/secrets/rede_database_password
create keycloak /run/secrets/keycloak_database_password
