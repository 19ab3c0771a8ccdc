-- Built before the old index is dropped: until then reports of the version before go on reading by that.
CREATE INDEX "tax_rows_by_day" ON "tax_rows" USING btree ("day","document_id","position");--> statement-breakpoint
DROP INDEX "tax_rows_day";
