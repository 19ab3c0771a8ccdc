ALTER TABLE "payment_faults" ADD COLUMN "settled_reason" text DEFAULT '' NOT NULL;--> statement-breakpoint
-- A refund by the store, together with all other refunds that have not failed, never exceeds the payment. A refund that the
-- provider has made or accepted must be recorded, so together with it only refunds at the provider are bounded.
CREATE OR REPLACE FUNCTION refuse_excess_refund() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  paid bigint;
  counted text[] := CASE WHEN NEW.provider_refund_id IS NULL THEN ARRAY['asked', 'done', 'settled'] ELSE ARRAY['asked', 'done'] END;
BEGIN
  IF NEW.amount = 0 OR NEW.state <> ALL (counted) OR TG_OP = 'UPDATE' AND OLD.state = ANY (counted) AND NEW.amount <= OLD.amount THEN
    RETURN NULL;
  END IF;
  SELECT amount INTO paid FROM payments WHERE id = NEW.payment FOR NO KEY UPDATE;
  IF (SELECT sum(amount) FROM refunds WHERE payment = NEW.payment AND state = ANY (counted)) > paid THEN
    RAISE EXCEPTION 'The refunds of payment % are more than the payment', NEW.payment
      USING ERRCODE = 'check_violation', CONSTRAINT = 'refunds_within_payment';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- List payments with excess refunds from earlier releases for staff.
INSERT INTO payment_faults (id, provider, kind, subject, reason, payment_id, refund_id, about)
SELECT gen_random_uuid(), p.provider, 'excess', coalesce(r.refund_id, p.payment_id),
  format('₹%s of ₹%s went back, the wallet included (payment %s)', round(r.returned / 100.0, 2), round(p.amount / 100.0, 2), p.payment_id),
  p.payment_id, r.refund_id, jsonb_build_object('excess', r.returned - p.amount)
FROM payments p JOIN (
  SELECT payment, sum(amount) AS returned, sum(amount) FILTER (WHERE settled_as = 'wallet' AND amount < 100) AS rests,
    (array_agg(provider_refund_id ORDER BY id DESC) FILTER (WHERE provider_refund_id IS NOT NULL))[1] AS refund_id
  FROM refunds
  WHERE state <> 'failed' AND NOT (state = 'asked' AND coalesce(cause = provider_refund_id, false)) GROUP BY payment
) r ON r.payment = p.id
WHERE p.payment_id IS NOT NULL AND r.returned - p.amount > coalesce(r.rests, 0)
ON CONFLICT DO NOTHING;
