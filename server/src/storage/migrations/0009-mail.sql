-- MAIL-2: `confirm_hash` is of the link that confirms `pending_address`. Without `is_wanted`, or once an e-mail bounced, nothing is sent.
create table mail_addresses (
  participant_id bigint primary key references participants on delete cascade,
  address text check (length(address) <= 254),
  pending_address text check (length(pending_address) <= 254),
  confirm_hash bytea unique check (length(confirm_hash) = 32),
  confirm_expires_at timestamptz(3),
  is_wanted boolean not null default true,
  bounced_at timestamptz(3),
  check (num_nulls(pending_address, confirm_hash, confirm_expires_at) in (0, 3))
);

-- MAIL-3: Links of e-mails, each to one room, that were not used yet.
create table mail_links (
  hash bytea primary key check (length(hash) = 32),
  participant_id bigint not null references participants on delete cascade,
  room_id bigint not null,
  expires_at timestamptz(3) not null
);
create index mail_links_participant_id on mail_links (participant_id);
create index mail_links_expires_at on mail_links (expires_at);

-- MAIL-3: The only room of a session that such a link opened.
alter table tokens add column only_room_id bigint;

-- MAIL-1: How far members were considered for e-mails, were shown pushes and got e-mails. An e-mail may be due at `next_at`. `mailed_read_ordinal`
-- was their read marker at the last e-mail; as long as it stays, the next one waits for hours.
create table mail_jobs (
  participant_id bigint not null references participants on delete cascade,
  room_id bigint not null,
  upto_ordinal bigint not null default 0,
  shown_ordinal bigint not null default 0,
  mailed_ordinal bigint not null default 0,
  mailed_read_ordinal bigint not null default 0,
  mailed_at timestamptz(3),
  next_at timestamptz(3),
  due_before timestamptz(3) not null default now(),
  attempts integer not null default 0,
  tried_since timestamptz(3),
  primary key (participant_id, room_id)
) with (fillfactor = 70);
create index mail_jobs_next_at on mail_jobs (next_at) where next_at is not null;
