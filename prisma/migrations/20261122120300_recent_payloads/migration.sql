-- What came just before may have a retry just after.
UPDATE "recording_delivery" AS "arrival" SET "payload_hash" = "delivery"."sha256"
FROM "delivery" CROSS JOIN LATERAL jsonb_array_elements("delivery"."records") AS "told"
WHERE "delivery"."accepted_on" >= (now() AT TIME ZONE 'UTC' - interval '1 hour')::date
  AND "delivery"."accepted_at" >= now() - interval '1 hour'
  AND "arrival"."recording_id" = "told" ->> 'recordingId'
  AND "arrival"."accepted_seq" = "delivery"."accepted_seq";
