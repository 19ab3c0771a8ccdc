ALTER TABLE "company" ADD COLUMN "pieces_per_order" integer DEFAULT 50 NOT NULL;--> statement-breakpoint
ALTER TABLE "company" ADD COLUMN "unpaid_per_customer" bigint DEFAULT 2000000 NOT NULL;--> statement-breakpoint
ALTER TABLE "company" ADD COLUMN "unpaid_before_delivery" bigint DEFAULT 500000 NOT NULL;--> statement-breakpoint
ALTER TABLE "company" ADD COLUMN "unpaid_stock_share" integer DEFAULT 5000 NOT NULL;