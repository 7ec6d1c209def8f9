-- FIND-1r: Suffixes of codes that begin within letters get separate index words; the index is rebuilt while the server runs.
update search_offers set offer_version = 0;
update search_people set name = '';
insert into settings (key, value) values ('search_rebuilt', '0 0') on conflict (key) do update set value = excluded.value;
