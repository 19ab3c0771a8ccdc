ALTER TABLE "company" ADD COLUMN "round_cash" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "rounds_cash" boolean DEFAULT false NOT NULL;