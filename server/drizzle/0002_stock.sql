-- Rules of stock: what the database refuses, and how batches follow the level of their variant (decision 025).

-- Movements are append-only.
CREATE TRIGGER stock_movements_fixed BEFORE UPDATE OR DELETE ON stock_movements
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- A variant with reserved pieces is not deleted.
CREATE FUNCTION refuse_reserved() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.reserved > 0 THEN
    RAISE EXCEPTION 'Pieces of variant % are reserved', OLD.variant_id USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN OLD;
END $$;
--> statement-breakpoint
CREATE TRIGGER stock_levels_reserved BEFORE DELETE ON stock_levels
  FOR EACH ROW EXECUTE FUNCTION refuse_reserved();
--> statement-breakpoint
-- The pieces of a variant that expired before `today`. The caller has locked the variant's level. A function, because its
-- statement sees what was committed while the caller waited for that lock; a subquery of the waiting statement would not.
CREATE FUNCTION expired_pieces(variant uuid, today date) RETURNS integer LANGUAGE plpgsql AS $$
BEGIN
  RETURN (SELECT coalesce(sum(remaining), 0) FROM stock_batches
    WHERE variant_id = variant AND remaining > 0 AND expiry < today);
END $$;
--> statement-breakpoint
-- Takes `change` pieces (below 0) from a variant's batches or puts them back, and returns what each batch gave or got, for
-- the movement to record. The caller has locked the variant's level, which is `level` afterwards. A function, because each
-- of its statements sees what was committed while the caller waited for that lock.
-- The batches that the movement to take back has `recorded` come first. For what they do not cover the batches are a guess:
-- the earliest expiry is taken first, and pieces are put back in reverse. Only batches that are good on `today` are guessed,
-- none if it is null; expired pieces were not sold, and are taken only if `with_expired`.
CREATE FUNCTION move_batches(variant uuid, change integer, level integer, today date, with_expired boolean, recorded jsonb)
  RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  batch record;
  rest integer := abs(change);
  part integer;
  moved jsonb := '[]';
BEGIN
  IF change > 0 THEN
    rest := least(rest, level - (SELECT coalesce(sum(remaining), 0) FROM stock_batches WHERE variant_id = variant)::int);
  END IF;
  FOR batch IN
    SELECT b.id, least(r.pieces, CASE WHEN change < 0 THEN b.remaining ELSE b.quantity - b.remaining END) AS most
    -- Once each: a movement names a batch again that it came back to.
    FROM (
      SELECT id, sum(pieces)::int AS pieces FROM jsonb_to_recordset(recorded) AS r(id uuid, pieces integer) GROUP BY id
    ) r JOIN stock_batches b ON b.id = r.id AND b.variant_id = variant ORDER BY b.expiry NULLS LAST, b.id
  LOOP
    part := least(rest, batch.most);
    CONTINUE WHEN part <= 0;
    UPDATE stock_batches SET remaining = remaining + sign(change) * part WHERE id = batch.id;
    moved := moved || jsonb_build_object('id', batch.id, 'pieces', part);
    rest := rest - part;
  END LOOP;
  IF change < 0 THEN
    FOR batch IN SELECT id, remaining FROM stock_batches
      WHERE variant_id = variant AND remaining > 0 AND today IS NOT NULL
        AND (with_expired OR expiry IS NULL OR expiry >= today)
      ORDER BY expiry NULLS LAST, id
    LOOP
      EXIT WHEN rest <= 0;
      part := least(rest, batch.remaining);
      UPDATE stock_batches SET remaining = remaining - part WHERE id = batch.id;
      moved := moved || jsonb_build_object('id', batch.id, 'pieces', part);
      rest := rest - part;
    END LOOP;
  ELSE
    FOR batch IN SELECT id, quantity - remaining AS room FROM stock_batches
      WHERE variant_id = variant AND remaining < quantity AND today IS NOT NULL AND (expiry IS NULL OR expiry >= today)
      ORDER BY expiry DESC NULLS FIRST, id DESC
    LOOP
      EXIT WHEN rest <= 0;
      part := least(rest, batch.room);
      UPDATE stock_batches SET remaining = remaining + part WHERE id = batch.id;
      moved := moved || jsonb_build_object('id', batch.id, 'pieces', part);
      rest := rest - part;
    END LOOP;
  END IF;
  -- Batches hold no more than the level: also expired pieces leave if there are no others.
  rest := (SELECT coalesce(sum(remaining), 0) FROM stock_batches WHERE variant_id = variant)::int - level;
  FOR batch IN SELECT id, remaining FROM stock_batches
    WHERE variant_id = variant AND remaining > 0 ORDER BY expiry NULLS LAST, id
  LOOP
    EXIT WHEN rest <= 0;
    part := least(rest, batch.remaining);
    UPDATE stock_batches SET remaining = remaining - part WHERE id = batch.id;
    rest := rest - part;
    IF change < 0 THEN
      moved := moved || jsonb_build_object('id', batch.id, 'pieces', part);
    END IF;
  END LOOP;
  RETURN moved;
END $$;
