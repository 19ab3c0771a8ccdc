-- Of equal requests that wait already, the newest goes on waiting.
UPDATE approvals a SET state = 'expired', asked_order = NULL
WHERE a.state = 'waiting' AND a.asked_order IS NOT NULL AND EXISTS (
  SELECT 1 FROM approvals later WHERE later.state = 'waiting' AND later.user_id = a.user_id
    AND md5(later.asked_order::text) = md5(a.asked_order::text) AND later.id > a.id);--> statement-breakpoint
CREATE UNIQUE INDEX "one_wallet_order_waits" ON "approvals" USING btree ("user_id",md5("asked_order"::text)) WHERE "approvals"."state" = 'waiting' AND "approvals"."asked_order" IS NOT NULL;
