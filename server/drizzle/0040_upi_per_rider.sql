-- What one rider's unverified UPI payments may come to (decision 083), and the failed attempts of a refund.
ALTER TABLE "company" ADD COLUMN "upi_per_rider" bigint DEFAULT 2500000 NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "failed_ids" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE INDEX "upi_unverified_of_rider" ON "upi_payments" USING btree ("rider_id") WHERE "upi_payments"."state" = 'unverified';