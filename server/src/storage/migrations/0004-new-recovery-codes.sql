-- New recovery codes stand beside those of before until their owner has stored them (TFA-3c).
alter table recovery_codes add column is_new boolean not null default false;
