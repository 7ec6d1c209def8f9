-- Endings of codes that begin inside of letters stand apart in the index (FIND-1r): all of it is made anew behind the running server.
update search_offers set offer_version = 0;
update search_people set name = '';
insert into settings (key, value) values ('search_rebuilt', '0 0') on conflict (key) do update set value = excluded.value;
