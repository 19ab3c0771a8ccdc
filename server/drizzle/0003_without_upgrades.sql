-- A store from before the baseline has functions that only still older processes called: drop them, so that all are equal.
DROP TRIGGER IF EXISTS orders_paid_by ON orders;
--> statement-breakpoint
DROP FUNCTION IF EXISTS order_paid_by();
--> statement-breakpoint
DROP FUNCTION IF EXISTS move_batches(uuid, integer, integer, date, boolean);
