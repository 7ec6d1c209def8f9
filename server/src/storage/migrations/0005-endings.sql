-- Endings of codes that begin inside letters are marked in the index (FIND-1r). The indexer rereads all messages; offers and people follow with
-- their next change, or by `search rebuild`: updating them here would lock the tables of a running server.
insert into settings (key, value) values ('search_rebuilt', '0 0') on conflict (key) do update set value = excluded.value;
