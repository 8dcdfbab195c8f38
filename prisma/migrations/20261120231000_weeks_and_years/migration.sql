INSERT INTO "recording_total" (zone, period, starts_on, status, campaign, calls, minutes,
                               with_transcript, confirmed, phone_number_correct)
SELECT zone, longer, date_trunc(longer::text, starts_on)::date, status, campaign, sum(calls),
       sum(minutes), sum(with_transcript), sum(confirmed), sum(phone_number_correct)
FROM "recording_total" CROSS JOIN unnest(ARRAY['week', 'year']::"total_period"[]) AS longer
WHERE period = 'day'
GROUP BY 1, 2, 3, 4, 5;

INSERT INTO "recording_value_total" (zone, period, starts_on, field, value, status, campaign, calls)
SELECT zone, longer, date_trunc(longer::text, starts_on)::date, field, value, status, campaign,
       sum(calls)
FROM "recording_value_total" CROSS JOIN unnest(ARRAY['week', 'year']::"total_period"[]) AS longer
WHERE period = 'day'
GROUP BY 1, 2, 3, 4, 5, 6, 7;

-- A server of before, which is on its way out, knows no weeks and would write them as days.
ALTER TABLE "recording_total" ADD CONSTRAINT "recording_total_begins_a_period"
  CHECK (date_trunc(period::text, starts_on)::date = starts_on);
ALTER TABLE "recording_value_total" ADD CONSTRAINT "recording_value_total_begins_a_period"
  CHECK (date_trunc(period::text, starts_on)::date = starts_on);
