CREATE SEQUENCE "public"."claim_numbers" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "claim_actions" (
	"claim_id" uuid NOT NULL,
	"action_id" text NOT NULL,
	"kind" text NOT NULL,
	"destination" text,
	"amount" bigint DEFAULT 0 NOT NULL,
	"coins" integer DEFAULT 0 NOT NULL,
	"refunded_alone" bigint DEFAULT 0 NOT NULL,
	"staff_id" uuid,
	"note_id" uuid,
	"by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "claim_actions_claim_id_action_id_pk" PRIMARY KEY("claim_id","action_id"),
	CONSTRAINT "claim_action_amount" CHECK (("claim_actions"."amount" > 0) = ("claim_actions"."destination" IS NOT NULL))
);
--> statement-breakpoint
CREATE TABLE "claim_lines" (
	"claim_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"line" smallint NOT NULL,
	"pieces" integer NOT NULL,
	"refunded" integer DEFAULT 0 NOT NULL,
	"replaced" integer DEFAULT 0 NOT NULL,
	"refused" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "claim_lines_claim_id_line_pk" PRIMARY KEY("claim_id","line"),
	CONSTRAINT "claim_line_pieces" CHECK ("claim_lines"."pieces" > 0 AND least("claim_lines"."refunded", "claim_lines"."replaced", "claim_lines"."refused") >= 0 AND "claim_lines"."refunded" + "claim_lines"."replaced" + "claim_lines"."refused" <= "claim_lines"."pieces")
);
--> statement-breakpoint
CREATE TABLE "claim_pieces" (
	"claim_id" uuid NOT NULL,
	"action_id" text NOT NULL,
	"order_id" uuid NOT NULL,
	"position" smallint NOT NULL,
	"pieces" integer NOT NULL,
	"restocked" integer NOT NULL,
	"amount" bigint NOT NULL,
	CONSTRAINT "claim_pieces_claim_id_action_id_position_pk" PRIMARY KEY("claim_id","action_id","position"),
	CONSTRAINT "claim_restocked" CHECK ("claim_pieces"."pieces" > 0 AND "claim_pieces"."restocked" BETWEEN 0 AND "claim_pieces"."pieces")
);
--> statement-breakpoint
CREATE TABLE "claims" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" bigint NOT NULL,
	"order_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"photos" text[] DEFAULT '{}' NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"due_by" timestamp with time zone NOT NULL,
	"opened_by" text DEFAULT '' NOT NULL,
	"late_reason" text DEFAULT '' NOT NULL,
	"refused_reason" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "claims_number_unique" UNIQUE("number")
);
--> statement-breakpoint
CREATE TABLE "tax_rows" (
	"document_id" uuid NOT NULL,
	"position" smallint NOT NULL,
	"invoice_id" uuid NOT NULL,
	"is_note" boolean NOT NULL,
	"day" date NOT NULL,
	"place" text NOT NULL,
	"title" text NOT NULL,
	"hsn" text NOT NULL,
	"rate" integer,
	"paid" bigint NOT NULL,
	"taxable" bigint NOT NULL,
	"cgst" bigint NOT NULL,
	"sgst" bigint NOT NULL,
	"igst" bigint NOT NULL,
	CONSTRAINT "tax_rows_document_id_position_pk" PRIMARY KEY("document_id","position")
);
--> statement-breakpoint
ALTER TABLE "approvals" ADD COLUMN "claim_id" uuid;--> statement-breakpoint
ALTER TABLE "approvals" ADD COLUMN "claim_refund" jsonb;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "total" bigint GENERATED ALWAYS AS ((document ->> 'total')::bigint) STORED;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "claimed" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "claim_actions" ADD CONSTRAINT "claim_actions_claim_id_claims_id_fk" FOREIGN KEY ("claim_id") REFERENCES "public"."claims"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claim_actions" ADD CONSTRAINT "claim_actions_note_id_credit_notes_id_fk" FOREIGN KEY ("note_id") REFERENCES "public"."credit_notes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claim_lines" ADD CONSTRAINT "claim_lines_claim_id_claims_id_fk" FOREIGN KEY ("claim_id") REFERENCES "public"."claims"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claim_lines" ADD CONSTRAINT "claim_lines_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claim_pieces" ADD CONSTRAINT "claim_pieces_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claim_pieces" ADD CONSTRAINT "claim_pieces_action" FOREIGN KEY ("claim_id","action_id") REFERENCES "public"."claim_actions"("claim_id","action_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claims" ADD CONSTRAINT "claims_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claims" ADD CONSTRAINT "claims_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tax_rows" ADD CONSTRAINT "tax_rows_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "claim_actions_alone" ON "claim_actions" USING btree ("staff_id","created_at") WHERE "claim_actions"."refunded_alone" > 0;--> statement-breakpoint
CREATE INDEX "claim_lines_order" ON "claim_lines" USING btree ("order_id","line");--> statement-breakpoint
CREATE INDEX "claim_pieces_order" ON "claim_pieces" USING btree ("order_id","position");--> statement-breakpoint
CREATE INDEX "claims_state" ON "claims" USING btree ("state","id");--> statement-breakpoint
CREATE INDEX "claims_order" ON "claims" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "claims_user" ON "claims" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "claims_photos_age" ON "claims" USING btree ("created_at") WHERE cardinality("claims"."photos") > 0;--> statement-breakpoint
CREATE INDEX "tax_rows_invoice" ON "tax_rows" USING btree ("invoice_id");--> statement-breakpoint
CREATE INDEX "tax_rows_day" ON "tax_rows" USING btree ("day");--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_claim_id_claims_id_fk" FOREIGN KEY ("claim_id") REFERENCES "public"."claims"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "approvals_claim" ON "approvals" USING btree ("claim_id") WHERE "approvals"."claim_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "credit_notes_issued" ON "credit_notes" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "invoices_issued" ON "invoices" USING btree ("created_at","id");--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "order_claimed_within_total" CHECK ("orders"."claimed" BETWEEN 0 AND "orders"."total");