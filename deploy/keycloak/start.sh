#!/bin/bash
# Keycloak reads settings from its environment and none from files: here the secrets' files become settings of its process alone.
# The realm is imported the first time; later starts leave it as it is.
set -euo pipefail

export KC_DB_PASSWORD REDE_PROVISIONING_SECRET REDE_SMTP_PASSWORD KC_BOOTSTRAP_ADMIN_PASSWORD
KC_DB_PASSWORD=$(< /run/secrets/keycloak_database_password)
REDE_PROVISIONING_SECRET=$(< /run/secrets/provisioning_secret)
REDE_SMTP_PASSWORD=$(< /run/secrets/smtp_password)
KC_BOOTSTRAP_ADMIN_PASSWORD=$(< /run/secrets/keycloak_admin_password)

exec /opt/keycloak/bin/kc.sh start --optimized --import-realm
