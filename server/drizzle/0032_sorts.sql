ALTER TABLE "products" ADD COLUMN "least_price" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
-- Once per statement. Whoever changes variants has locked their products, so no other change is missed.
CREATE FUNCTION set_least_prices() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE products p SET least_price = n.price
  FROM (
    SELECT c.product_id, coalesce(min(CASE WHEN v.selling_price > 0 THEN v.selling_price ELSE v.special_price END), 0) AS price
    FROM (SELECT DISTINCT product_id FROM changed) c LEFT JOIN variants v ON v.product_id = c.product_id
    GROUP BY c.product_id
  ) n
  WHERE p.id = n.product_id AND p.least_price <> n.price;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER variants_added AFTER INSERT ON variants REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION set_least_prices();
--> statement-breakpoint
CREATE TRIGGER variants_repriced AFTER UPDATE ON variants REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION set_least_prices();
--> statement-breakpoint
CREATE TRIGGER variants_removed AFTER DELETE ON variants REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION set_least_prices();
--> statement-breakpoint
UPDATE products p SET least_price = n.price
FROM (
  SELECT product_id, min(CASE WHEN selling_price > 0 THEN selling_price ELSE special_price END) AS price
  FROM variants GROUP BY product_id
) n
WHERE p.id = n.product_id;
--> statement-breakpoint
CREATE INDEX "payments_day_amount" ON "payments" USING btree ("day","amount","id");--> statement-breakpoint
CREATE INDEX "products_title" ON "products" USING btree (lower("title"),"id") WHERE "products"."archived_at" IS NULL;--> statement-breakpoint
CREATE INDEX "products_price" ON "products" USING btree ("least_price","id") WHERE "products"."archived_at" IS NULL;
