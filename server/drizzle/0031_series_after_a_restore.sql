ALTER TABLE "challan_series" ADD COLUMN "series" text;--> statement-breakpoint
ALTER TABLE "credit_note_series" ADD COLUMN "series" text;--> statement-breakpoint
ALTER TABLE "invoice_series" ADD COLUMN "series" text;
