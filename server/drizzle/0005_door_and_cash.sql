CREATE TABLE "cash_records" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"action_id" text NOT NULL,
	"rider_id" uuid,
	"amount" bigint NOT NULL,
	"expected" bigint DEFAULT 0 NOT NULL,
	"surplus" bigint DEFAULT 0 NOT NULL,
	"pieces" jsonb,
	"note" text DEFAULT '' NOT NULL,
	"day" date NOT NULL,
	"by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "cash_records_action_id_unique" UNIQUE("action_id"),
	CONSTRAINT "cash_record_of_rider" CHECK (("cash_records"."kind" = 'bank') = ("cash_records"."rider_id" IS NULL))
);
--> statement-breakpoint
CREATE TABLE "store_cash" (
	"account" text PRIMARY KEY NOT NULL,
	"balance" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "drops" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"attempt" smallint NOT NULL,
	"rider_id" uuid NOT NULL,
	"state" text NOT NULL,
	"assigned_by" text NOT NULL,
	"assigned_at" timestamp with time zone NOT NULL,
	"started_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"ended_by" text DEFAULT '' NOT NULL,
	"fail_reason" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rider_actions" (
	"rider_id" uuid NOT NULL,
	"action_id" text NOT NULL,
	"kind" text NOT NULL,
	"order_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "rider_actions_rider_id_action_id_pk" PRIMARY KEY("rider_id","action_id")
);
--> statement-breakpoint
CREATE TABLE "riders" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"phone" text NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"cash_limit" bigint NOT NULL,
	"pin_hash" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"collected" bigint DEFAULT 0 NOT NULL,
	"deposited" bigint DEFAULT 0 NOT NULL,
	"in_hand" bigint DEFAULT 0 NOT NULL,
	"shortage" bigint DEFAULT 0 NOT NULL,
	"written_off" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "riders_phone_unique" UNIQUE("phone"),
	CONSTRAINT "rider_cash_adds_up" CHECK ("riders"."collected" = "riders"."deposited" + "riders"."in_hand" + "riders"."shortage" + "riders"."written_off"),
	CONSTRAINT "rider_cash_not_below_zero" CHECK ("riders"."in_hand" >= 0 AND "riders"."shortage" >= 0 AND "riders"."written_off" >= 0),
	CONSTRAINT "rider_cash_limit" CHECK ("riders"."cash_limit" >= 0)
);
--> statement-breakpoint
ALTER TABLE "ledger_transactions" ADD COLUMN "rider_id" uuid;--> statement-breakpoint
ALTER TABLE "cash_records" ADD CONSTRAINT "cash_records_rider_id_riders_id_fk" FOREIGN KEY ("rider_id") REFERENCES "public"."riders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drops" ADD CONSTRAINT "drops_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drops" ADD CONSTRAINT "drops_rider_id_riders_id_fk" FOREIGN KEY ("rider_id") REFERENCES "public"."riders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rider_actions" ADD CONSTRAINT "rider_actions_rider_id_riders_id_fk" FOREIGN KEY ("rider_id") REFERENCES "public"."riders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "cash_records_rider" ON "cash_records" USING btree ("rider_id","id");--> statement-breakpoint
CREATE INDEX "cash_records_day" ON "cash_records" USING btree ("day");--> statement-breakpoint
CREATE INDEX "cash_records_surplus" ON "cash_records" USING btree ("id") WHERE "cash_records"."surplus" > 0;--> statement-breakpoint
CREATE UNIQUE INDEX "drops_attempt" ON "drops" USING btree ("order_id","attempt");--> statement-breakpoint
CREATE UNIQUE INDEX "drops_open" ON "drops" USING btree ("order_id") WHERE "drops"."state" IN ('assigned', 'on the road', 'failed');--> statement-breakpoint
CREATE INDEX "drops_open_of_rider" ON "drops" USING btree ("rider_id") WHERE "drops"."state" IN ('assigned', 'on the road', 'failed');--> statement-breakpoint
CREATE INDEX "drops_ended" ON "drops" USING btree ("rider_id","ended_at");--> statement-breakpoint
ALTER TABLE "ledger_transactions" ADD CONSTRAINT "ledger_transactions_rider_id_riders_id_fk" FOREIGN KEY ("rider_id") REFERENCES "public"."riders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ledger_rider" ON "ledger_transactions" USING btree ("rider_id","id") WHERE "ledger_transactions"."rider_id" IS NOT NULL;