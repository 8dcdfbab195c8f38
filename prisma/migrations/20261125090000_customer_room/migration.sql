-- A person's row changes with each of their calls, in what no index holds: where its page has room for the
-- new one, no index is written.
ALTER TABLE "customer" SET (fillfactor = 70);
