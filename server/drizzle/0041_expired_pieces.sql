-- The pieces of a variant that expired before `today`. The caller has locked the variant's level. A function, because its
-- statement sees what was committed while the caller waited for that lock; a subquery of the waiting statement would not.
CREATE FUNCTION expired_pieces(variant uuid, today date) RETURNS integer LANGUAGE plpgsql AS $$
BEGIN
  RETURN (SELECT coalesce(sum(remaining), 0) FROM stock_batches
    WHERE variant_id = variant AND remaining > 0 AND expiry < today);
END $$;
