-- TFA-3c: New recovery codes stay next to the old ones until their owner has stored them.
alter table recovery_codes add column is_new boolean not null default false;
