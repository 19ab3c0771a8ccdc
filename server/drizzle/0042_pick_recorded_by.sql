ALTER TABLE "order_picks" ADD COLUMN "recorded_by" uuid;--> statement-breakpoint
ALTER TABLE "order_picks" ADD CONSTRAINT "order_picks_recorded_by_staff_id_fk" FOREIGN KEY ("recorded_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
UPDATE order_picks p SET recorded_by = coalesce(p.staff_id, (
  SELECT s.id FROM pick_actions a JOIN staff s ON s.name = a.by
  WHERE a.order_id = p.order_id AND a.kind = 'line' ORDER BY a.created_at DESC, s.id LIMIT 1))
WHERE p.state <> 'done' AND EXISTS (
  SELECT 1 FROM pick_lines k WHERE k.order_id = p.order_id
    AND (k.found > 0 OR k.short > 0 OR k.grams IS NOT NULL OR k.swap_variant IS NOT NULL));
