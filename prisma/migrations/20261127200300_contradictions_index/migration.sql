-- Only of customers of whom calls contradict each other: of all others a call writes one index less.
CREATE INDEX CONCURRENTLY "customer_calls_contradictions_idx"
  ON "customer_calls" ("last_call_at" DESC, "customer_id" DESC) WHERE "is_contradictory";
