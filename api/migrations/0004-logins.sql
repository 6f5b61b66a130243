-- Logins: what the identity provider is still to be told of consultants, and which login was bound to whom.

-- One row for each consultant that the identity provider has, or had, to be told of: an outbox whose entries are not commands but the
-- standing order "make the login as the consultant is now". So the latest state wins, and doing it twice does no harm.
create table logins (
  consultant_id bigint primary key, -- no reference: of who was deleted the login is still to be disabled
  login_id text,                    -- the login at the provider, once it is known
  wanted boolean not null,          -- whether one is to be made where there is none
  invitation_asked boolean not null default false,
  mailed_to text,                   -- the email that the last invitation, or request to verify it, went to
  mailed_at timestamptz,
  revision integer not null default 1, -- raised by every change that the provider is to follow
  settled integer not null default 0,  -- the revision up to which it has followed
  due_at timestamptz not null default now(),
  attempts integer not null default 0, -- since the last success or change
  failure text,                        -- why the last attempt failed, in words fit to show and without secrets
  lease uuid,                          -- whoever works on it; without effect once leased_until has passed
  leased_until timestamptz
);

create index logins_due on logins (due_at) where settled < revision;


-- Which login was bound to which consultant, and which was not and why. Kept also when the consultant is deleted.
create table login_bindings (
  id bigint generated always as identity primary key,
  subject text not null, -- the token's `sub`
  consultant_id bigint,  -- whose email it was; null where it was nobody's
  outcome text not null check (outcome in (
    'bound',      -- at the first call, by its verified email
    'made',       -- the login was made for the consultant
    'unverified', -- refused: the email is this consultant's, but was not verified
    'taken',      -- refused: another login is bound to this consultant
    'unknown'     -- refused: the email is no consultant's, or the token has none
  )),
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  times integer not null default 1, -- of refusals, those within a minute counting once: a browser asks several things together
  unique nulls not distinct (subject, consultant_id, outcome)
);

create index login_bindings_consultant on login_bindings (consultant_id, last_at);
