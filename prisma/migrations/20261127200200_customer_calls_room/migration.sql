-- A customer's next call changes what is kept of them: beside it there is room for that, so that one page is
-- written and none is locked first.
ALTER TABLE "customer_calls" SET (fillfactor = 70);
