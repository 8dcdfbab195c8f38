-- The writer of recordings notes what becomes of them. The version before counts for itself where no
-- zone is counted.
UPDATE "recording_total_zones" SET "zones" = '{}';

DROP TRIGGER "recording_totals_insert" ON "recording";
DROP TRIGGER "recording_totals_update" ON "recording";
DROP TRIGGER "recording_totals_delete" ON "recording";
DROP TRIGGER "customer_calls_insert" ON "recording";
DROP TRIGGER "customer_calls_update" ON "recording";
DROP TRIGGER "customer_calls_delete" ON "recording";
DROP TRIGGER "customers_insert" ON "customer";
DROP TRIGGER "customers_delete" ON "customer";

DROP FUNCTION note_recording_totals();
DROP FUNCTION note_customer_calls();
DROP FUNCTION note_customers();
DROP FUNCTION add_customers_without_calls(text[]);
DROP FUNCTION customer_calls_statement(text, text);

-- two-phase: no zone is counted any more, so that nothing reads or writes it.
DROP TABLE "recording_total";
-- two-phase: the same.
DROP TABLE "recording_value_total";
-- two-phase: the same, and its writers are gone.
DROP TABLE "recording_total_change";
