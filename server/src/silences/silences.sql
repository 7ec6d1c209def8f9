-- ROOM-7: numbers an author's messages above a `seq`, and future ones (decision 0021). Numbers are consecutive up to the newest message. If older
-- messages are numbered later, they get lower numbers, even negative ones.
create or replace function number_silenced(
  at_room bigint, by_author bigint, above_seq bigint
) returns void language plpgsql as $$
declare
  lowest record;
begin
  perform from rooms where id = at_room for no key update;
  update memberships set silenced_sent = 0
  where room_id = at_room and participant_id = by_author and silenced_sent is null;
  select seq, silenced_ordinal into lowest from messages
  where room_id = at_room and author_id = by_author and silenced_ordinal is not null order by seq limit 1;
  update messages m set silenced_ordinal = coalesce(lowest.silenced_ordinal, 1) - unnumbered.place
  from (
    select id, row_number() over (order by seq desc) as place from messages
    where room_id = at_room and author_id = by_author and seq > above_seq
      and (lowest.seq is null or seq < lowest.seq)
  ) unnumbered
  where m.id = unnumbered.id;
end $$;
