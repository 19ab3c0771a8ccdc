ALTER TABLE "push_messages" ADD COLUMN "user_id" uuid;--> statement-breakpoint
CREATE INDEX "push_messages_user" ON "push_messages" USING btree ("user_id") WHERE "push_messages"."user_id" IS NOT NULL;--> statement-breakpoint
UPDATE push_messages m SET user_id = u.id FROM users u WHERE m.audience = 'one' AND u.fcm_token = m.token AND m.token <> '';
--> statement-breakpoint
-- The photos of prescriptions need another permission than those of lists.
UPDATE files SET purpose = 'prescription' WHERE purpose = 'manual-order'
  AND key IN (SELECT unnest(photos || documents) FROM manual_orders WHERE is_prescription);
--> statement-breakpoint
-- As before, and now for the reason of a status change, which an erasure replaces.
CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was jsonb := to_jsonb(OLD);
  now_is jsonb := CASE WHEN TG_OP = 'UPDATE' THEN to_jsonb(NEW) END;
BEGIN
  IF now_is ->> 'by' = 'customer' AND was ->> 'by' LIKE '% (customer)' AND now_is - 'by' = was - 'by' THEN
    RETURN NEW;
  END IF;
  IF TG_TABLE_NAME = 'order_history' AND now_is ->> 'reason' = 'Erased' AND was ->> 'reason' <> ''
    AND now_is - 'reason' = was - 'reason' THEN
    RETURN NEW;
  END IF;
  IF TG_TABLE_NAME IN ('invoices', 'challans') AND now_is #>> '{document,buyer,fullName}' = 'Erased customer'
    AND (now_is - 'total') #- '{document,buyer}' #- '{document,address}'
      = (was - 'total') #- '{document,buyer}' #- '{document,address}' THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
-- Texts about customers who were erased before. Their audit rows and push messages expire after a year.
UPDATE order_history h SET reason = 'Erased' FROM orders o JOIN users u ON u.id = o.user_id
  WHERE h.order_id = o.id AND u.erased_at IS NOT NULL AND h.reason NOT IN ('', 'Erased');
--> statement-breakpoint
UPDATE drops d SET fail_reason = CASE WHEN d.fail_reason = '' THEN '' ELSE 'Erased' END,
    override = CASE WHEN d.override = '' THEN '' ELSE 'Erased' END
  FROM orders o JOIN users u ON u.id = o.user_id
  WHERE d.order_id = o.id AND u.erased_at IS NOT NULL AND (d.fail_reason <> '' OR d.override <> '');
--> statement-breakpoint
UPDATE claims c SET late_reason = CASE WHEN c.late_reason = '' THEN '' ELSE 'Erased' END,
    refused_reason = CASE WHEN c.refused_reason = '' THEN '' ELSE 'Erased' END
  FROM users u WHERE u.id = c.user_id AND u.erased_at IS NOT NULL;
--> statement-breakpoint
UPDATE approvals a SET reason = CASE WHEN a.reason = '' THEN '' ELSE 'Erased' END,
    cancel_reason = CASE WHEN a.cancel_reason = '' THEN '' ELSE 'Erased' END,
    answer = CASE WHEN a.answer = '' THEN '' ELSE 'Erased' END
  FROM users u WHERE u.id = a.user_id AND u.erased_at IS NOT NULL;
--> statement-breakpoint
UPDATE transactions t SET reason = 'Erased' FROM withdrawals w JOIN users u ON u.id = w.user_id
  WHERE t.withdrawal_id = w.id AND u.erased_at IS NOT NULL AND t.reason <> '';
