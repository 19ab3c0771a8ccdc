-- The audit log is partitioned by the month of its ids, so that a month is removed at once and one vacuum covers one month.
-- No row is copied: the table becomes the partition of all ids before the next month. Housekeeping adds the later months.
ALTER TABLE "audit_rows" RENAME TO "audit_rows_before";--> statement-breakpoint
ALTER TABLE "audit_rows_before" RENAME CONSTRAINT "audit_rows_pkey" TO "audit_rows_before_pkey";--> statement-breakpoint
ALTER INDEX "audit_object" RENAME TO "audit_object_before";--> statement-breakpoint
ALTER INDEX "audit_person" RENAME TO "audit_person_before";--> statement-breakpoint
ALTER INDEX "audit_call" RENAME TO "audit_call_before";--> statement-breakpoint
ALTER INDEX "audit_at" RENAME TO "audit_at_before";--> statement-breakpoint
ALTER INDEX "audit_office" RENAME TO "audit_office_before";--> statement-breakpoint
CREATE TABLE "audit_rows" (
	LIKE "audit_rows_before" INCLUDING DEFAULTS,
	CONSTRAINT "audit_rows_pkey" PRIMARY KEY ("id")
) PARTITION BY RANGE ("id");--> statement-breakpoint
CREATE INDEX "audit_object" ON "audit_rows" USING btree ("object","id");--> statement-breakpoint
CREATE INDEX "audit_person" ON "audit_rows" USING btree ("person_id","id");--> statement-breakpoint
CREATE INDEX "audit_call" ON "audit_rows" USING btree ("call","id");--> statement-breakpoint
CREATE INDEX "audit_at" ON "audit_rows" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "audit_office" ON "audit_rows" USING btree ("created_at") WHERE "call" NOT LIKE 'store%';--> statement-breakpoint
-- Rows of a month that has no partition, because its clock was wrong or housekeeping did not run.
CREATE TABLE "audit_rows_rest" PARTITION OF "audit_rows" DEFAULT
  WITH (autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 100000);--> statement-breakpoint
DO $$
DECLARE
  next_month timestamptz := (date_trunc('month', now() AT TIME ZONE 'UTC') + interval '1 month') AT TIME ZONE 'UTC';
  -- The least UUID v7 of the moment: its first 48 bits are milliseconds since 1970.
  bound uuid := (lpad(to_hex((extract(epoch FROM next_month) * 1000)::bigint), 12, '0') || '70008000000000000000')::uuid;
BEGIN
  WITH later AS (DELETE FROM audit_rows_before WHERE id >= bound RETURNING *)
    INSERT INTO audit_rows SELECT * FROM later;
  EXECUTE format('ALTER TABLE audit_rows ATTACH PARTITION audit_rows_before FOR VALUES FROM (MINVALUE) TO (%L)', bound);
END $$;
