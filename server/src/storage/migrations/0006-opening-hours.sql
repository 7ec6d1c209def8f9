-- HOURS-1e: When the room's newest quiet line about opening hours was added; null before the first.
alter table rooms add column after_hours_at timestamptz(3);
