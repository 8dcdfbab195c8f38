-- What waits beside an index may be merged by its owner alone, which the application's role is not. It merges
-- no index but of the one that runs migrations, and gives how many pages waited.
CREATE FUNCTION merge_pending(indexes regclass[]) RETURNS bigint
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog
AS $$
  SELECT sum(gin_clean_pending_list(waiting))::bigint FROM unnest(indexes) AS waiting
$$;
