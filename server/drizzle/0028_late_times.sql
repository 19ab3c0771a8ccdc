ALTER TABLE "company" ADD COLUMN "getting_late_minutes" integer DEFAULT 4 NOT NULL;--> statement-breakpoint
ALTER TABLE "company" ADD COLUMN "late_minutes" integer DEFAULT 8 NOT NULL;--> statement-breakpoint
ALTER TABLE "company" ADD CONSTRAINT "late_times_in_order" CHECK ("company"."getting_late_minutes" BETWEEN 1 AND "company"."late_minutes");