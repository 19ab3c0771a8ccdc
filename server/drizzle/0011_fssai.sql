ALTER TABLE "company" ADD COLUMN "fssai" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "credit_notes" ADD COLUMN "fssai" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "company" ADD CONSTRAINT "company_fssai" CHECK ("company"."fssai" ~ '^([0-9]{14})?$');