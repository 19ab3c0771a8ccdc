ALTER TABLE "company" ADD COLUMN "pieces_per_order" integer DEFAULT 50 NOT NULL;--> statement-breakpoint
ALTER TABLE "company" ADD COLUMN "unpaid_per_customer" bigint DEFAULT 2000000 NOT NULL;--> statement-breakpoint
ALTER TABLE "company" ADD COLUMN "unpaid_before_delivery" bigint DEFAULT 500000 NOT NULL;--> statement-breakpoint
ALTER TABLE "company" ADD COLUMN "unpaid_stock_share" integer DEFAULT 5000 NOT NULL;--> statement-breakpoint
CREATE INDEX "contact_messages_state" ON "contact_messages" USING btree ("state","number");--> statement-breakpoint
CREATE INDEX "contact_messages_due" ON "contact_messages" USING btree ((CASE state
  WHEN 'new' THEN created_at AT TIME ZONE 'UTC' + interval '48 hours'
  WHEN 'in-work' THEN created_at AT TIME ZONE 'UTC' + interval '30 days'
  ELSE timestamp '9999-12-31' - (created_at AT TIME ZONE 'UTC' - timestamp '2000-01-01') END),"number");--> statement-breakpoint
CREATE INDEX "withdrawals_amount" ON "withdrawals" USING btree ("amount","id");