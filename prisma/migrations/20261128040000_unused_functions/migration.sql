-- two-phase: since 20261128010200 no index is made of it, and no query names it.
DROP FUNCTION recording_periods(timestamptz);
-- two-phase: the same.
DROP FUNCTION recording_minute_spans(integer);
