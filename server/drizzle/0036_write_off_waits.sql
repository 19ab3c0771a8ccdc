ALTER TABLE "approvals" DROP CONSTRAINT "approvals_asked_by_staff_id_fk";
--> statement-breakpoint
ALTER TABLE "approvals" ALTER COLUMN "user_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "approvals" ADD COLUMN "rider_id" uuid;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_rider_id_riders_id_fk" FOREIGN KEY ("rider_id") REFERENCES "public"."riders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "one_write_off_waits" ON "approvals" USING btree ("rider_id") WHERE "approvals"."state" = 'waiting';--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approval_of_customer_or_rider" CHECK (("approvals"."kind" = 'write-off') = ("approvals"."rider_id" IS NOT NULL) AND ("approvals"."user_id" IS NULL) = ("approvals"."rider_id" IS NOT NULL));--> statement-breakpoint
CREATE INDEX "cash_records_write_off" ON "cash_records" USING btree ("by","created_at") WHERE "cash_records"."kind" = 'write-off';
