CREATE TABLE "known_devices" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"role" text NOT NULL,
	"person_id" uuid NOT NULL,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "staff_coin_days" (
	"staff_id" uuid NOT NULL,
	"day" date NOT NULL,
	"coins" bigint NOT NULL,
	CONSTRAINT "staff_coin_days_staff_id_day_pk" PRIMARY KEY("staff_id","day")
);
--> statement-breakpoint
ALTER TABLE "company" ADD COLUMN "daily_coins_per_staff" integer DEFAULT 1000000 NOT NULL;--> statement-breakpoint
ALTER TABLE "company" ADD COLUMN "open_orders_per_customer" integer DEFAULT 20 NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "is_sample" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "sign_in_codes" ADD COLUMN "failed_attempts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "staff_coin_days" ADD CONSTRAINT "staff_coin_days_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "known_devices_person" ON "known_devices" USING btree ("role","person_id");--> statement-breakpoint
CREATE INDEX "known_devices_seen" ON "known_devices" USING btree ("seen_at");--> statement-breakpoint
-- Nobody can tell which of them began in sample mode: staff sign in once more.
DELETE FROM "sessions" WHERE "role" <> 'customer';--> statement-breakpoint
-- So do customers of a store that has the sample's staff: in sample mode anybody could sign in as any of them.
DELETE FROM "sessions" WHERE "role" = 'customer' AND EXISTS (SELECT FROM "staff" WHERE lower("username") = 'staff');
