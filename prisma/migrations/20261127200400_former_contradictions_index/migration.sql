-- Its successor lists the same, to the version before, too; all others are listed by their last call alone.
DROP INDEX "customer_calls_is_contradictory_last_call_at_customer_id_idx";
