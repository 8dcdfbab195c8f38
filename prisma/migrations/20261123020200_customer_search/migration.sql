CREATE INDEX CONCURRENTLY "customer_search_text_phone_digits_idx"
  ON "customer" USING GIN ("search_text" gin_trgm_ops, "phone_digits" gin_trgm_ops);
