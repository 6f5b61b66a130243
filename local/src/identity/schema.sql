-- What the embedded identity provider keeps, beside the product's own tables and never in its migrations: nothing in
-- production knows this schema. One statement, so that it is one transaction by itself and part of the caller's where
-- there is one. A later layout is a further IF block with the next version, never a change of one that exists.
DO $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('local_identity'));
  CREATE SCHEMA IF NOT EXISTS local_identity;
  CREATE TABLE IF NOT EXISTS local_identity.schema_version (version integer PRIMARY KEY);

  IF NOT EXISTS (SELECT FROM local_identity.schema_version WHERE version = 1) THEN
    -- Logins that have a name of their own. Every other consultant is looked up in public.consultants.
    CREATE TABLE local_identity.accounts (
      username text PRIMARY KEY CHECK (username <> '' AND username = lower(btrim(username))),
      consultant_id bigint UNIQUE REFERENCES public.consultants (id) ON DELETE CASCADE,
      -- Only for those who are no consultant: a consultant's sub is derived from its id.
      sub uuid UNIQUE,
      name text,
      roles text[] NOT NULL,
      CHECK (num_nonnulls(consultant_id, sub) = 1)
    );
    INSERT INTO local_identity.accounts (username, sub, name, roles)
    VALUES ('admin', '72656465-0000-4000-8001-000000000001', 'Administração', '{admin}');

    -- Sessions, grants, codes and refresh tokens. The id is what a browser presents, so only its hash is kept. The
    -- payload is json, not jsonb, because it carries what a client sent, and jsonb refuses U+0000.
    CREATE TABLE local_identity.artifacts (
      model text NOT NULL,
      id_hash text NOT NULL,
      payload json NOT NULL,
      grant_id text,
      uid text,
      expires_at timestamptz NOT NULL,
      consumed_at timestamptz,
      PRIMARY KEY (model, id_hash)
    );
    CREATE INDEX artifacts_grant_id ON local_identity.artifacts (grant_id) WHERE grant_id IS NOT NULL;
    CREATE INDEX artifacts_uid ON local_identity.artifacts (uid) WHERE uid IS NOT NULL;
    CREATE INDEX artifacts_expires_at ON local_identity.artifacts (expires_at);

    -- Signing keys and cookie keys. Kept beside the sessions they belong to: both survive a restart, or neither.
    CREATE TABLE local_identity.secrets (
      name text PRIMARY KEY,
      value json NOT NULL
    );

    INSERT INTO local_identity.schema_version (version) VALUES (1);
  END IF;

  IF NOT EXISTS (SELECT FROM local_identity.schema_version WHERE version = 2) THEN
    -- Users made through the administration. A consultant's has the consultant's sub for its id, and adds to the account that
    -- every consultant has anyway: whether it may be used, and a password of its own.
    CREATE TABLE local_identity.users (
      id uuid PRIMARY KEY,
      username text NOT NULL UNIQUE,
      email text NOT NULL,
      first_name text NOT NULL,
      last_name text NOT NULL,
      enabled boolean NOT NULL,
      email_verified boolean NOT NULL,
      required_actions text[] NOT NULL,
      groups text[] NOT NULL DEFAULT '{}',
      password_hash text
    );
    CREATE UNIQUE INDEX users_email ON local_identity.users (lower(email));

    -- What the links in emails are good for. Only a hash is kept of what they carry.
    CREATE TABLE local_identity.action_tokens (
      token_hash text PRIMARY KEY,
      user_id uuid NOT NULL REFERENCES local_identity.users (id) ON DELETE CASCADE,
      email text NOT NULL, -- that it went to: another one is not verified by it
      actions text[] NOT NULL,
      expires_at timestamptz NOT NULL
    );

    -- Emails go nowhere: they are read at /dev/mail.
    CREATE TABLE local_identity.mails (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      sent_at timestamptz NOT NULL DEFAULT now(),
      recipient text NOT NULL,
      subject text NOT NULL,
      body text NOT NULL
    );

    INSERT INTO local_identity.schema_version (version) VALUES (2);
  END IF;
END
$$;
