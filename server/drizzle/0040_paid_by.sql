ALTER TABLE "orders" ADD COLUMN "paid_by" text DEFAULT 'none' NOT NULL;--> statement-breakpoint
-- Processes of the release before, which may still serve while a new one starts, do not write what paid an order: it is
-- what the payment method says.
CREATE FUNCTION order_paid_by() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.paid_by := CASE WHEN NEW.payment_status <> 'paid' THEN 'none' WHEN NEW.payment_method = 'cod' THEN 'cash'
    ELSE NEW.payment_method END;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER orders_paid_by BEFORE INSERT OR UPDATE OF payment_status ON orders FOR EACH ROW
  WHEN ((NEW.payment_status = 'paid') <> (NEW.paid_by <> 'none')) EXECUTE FUNCTION order_paid_by();--> statement-breakpoint
-- A cash order that was reopened after its cash had gone to the wallet was paid from there. Earlier releases made it due
-- again when Delivered was corrected. One that was then canceled has lost its money: `data:verify` names it.
UPDATE orders o SET paid_by = 'wallet', payment_status = 'paid'
WHERE payment_method = 'cod' AND (payment_status = 'paid' OR status <> 'canceled')
  AND EXISTS (SELECT 1 FROM ledger_transactions t WHERE t.order_id = o.id AND t.kind = 'order-refund-reversal');--> statement-breakpoint
UPDATE orders SET paid_by = CASE payment_method WHEN 'cod' THEN 'cash' ELSE payment_method END
WHERE payment_status = 'paid' AND paid_by = 'none';--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "order_paid_by" CHECK (("orders"."payment_status" = 'paid') = ("orders"."paid_by" <> 'none') AND CASE "orders"."payment_method" WHEN 'cod' THEN "orders"."paid_by" <> 'online' ELSE "orders"."paid_by" IN ('none', "orders"."payment_method") END);
