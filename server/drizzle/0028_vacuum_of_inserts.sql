-- Rows are only added to these tables. By default they are vacuumed once a fifth of the table is new, so the larger a store,
-- the more rows one vacuum has to freeze at once, and the fewer pages an index-only scan may rely on. Now every 100,000 rows.
ALTER TABLE "audit_rows" SET (autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 100000);--> statement-breakpoint
ALTER TABLE "ledger_entries" SET (autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 100000);--> statement-breakpoint
ALTER TABLE "ledger_transactions" SET (autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 100000);--> statement-breakpoint
ALTER TABLE "order_history" SET (autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 100000);--> statement-breakpoint
ALTER TABLE "pick_actions" SET (autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 100000);--> statement-breakpoint
ALTER TABLE "stock_movements" SET (autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 100000);
