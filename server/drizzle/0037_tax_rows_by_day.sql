DROP INDEX "tax_rows_day";--> statement-breakpoint
CREATE INDEX "tax_rows_day" ON "tax_rows" USING btree ("day","document_id","position");