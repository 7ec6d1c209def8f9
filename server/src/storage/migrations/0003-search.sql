-- An offer's words are stored once, with its room (decision 0035), and every chunk has numbers. The indexer rebuilds everything.
delete from search_chunks;
update search_rooms set log_seq = 0;
alter table search_rooms drop column generation, drop column rebuilt_seq, drop column offer_version, drop column customer_name, drop column words;
drop table search_offers;
create table search_offers (
  offer_id bigint primary key,
  room_id bigint unique,
  offer_version integer not null,
  customer_name text not null,
  words tsvector not null
);
create index search_offers_words on search_offers using gin (words);
alter table search_offers alter words set statistics 0, alter words set storage external, alter customer_name set statistics 0;

delete from settings where key = 'search_generation';
