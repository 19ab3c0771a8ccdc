CREATE TABLE "approvals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"user_id" uuid NOT NULL,
	"withdrawal_id" uuid,
	"order_id" uuid,
	"amount" bigint NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"documents" text[] DEFAULT '{}' NOT NULL,
	"asked_by" uuid NOT NULL,
	"asked_name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"decided_by" uuid,
	"decided_name" text DEFAULT '' NOT NULL,
	"decided_at" timestamp with time zone,
	"answer" text DEFAULT '' NOT NULL,
	CONSTRAINT "approval_above_zero" CHECK ("approvals"."amount" > 0),
	CONSTRAINT "approved_by_another" CHECK ("approvals"."decided_by" IS DISTINCT FROM "approvals"."asked_by")
);
--> statement-breakpoint
ALTER TABLE "company" ADD COLUMN "second_person" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "company" ADD COLUMN "payout_approval_from" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "company" ADD COLUMN "coins_without_approval" integer DEFAULT 1000 NOT NULL;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_withdrawal_id_withdrawals_id_fk" FOREIGN KEY ("withdrawal_id") REFERENCES "public"."withdrawals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_asked_by_staff_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "approvals_waiting" ON "approvals" USING btree ("id") WHERE "approvals"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "approvals_asked" ON "approvals" USING btree ("asked_by","id");--> statement-breakpoint
CREATE INDEX "approvals_user" ON "approvals" USING btree ("user_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "one_payout_waits" ON "approvals" USING btree ("withdrawal_id") WHERE "approvals"."state" = 'waiting';--> statement-breakpoint
CREATE UNIQUE INDEX "one_refund_waits" ON "approvals" USING btree ("order_id") WHERE "approvals"."state" = 'waiting';