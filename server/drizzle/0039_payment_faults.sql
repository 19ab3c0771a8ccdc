CREATE TABLE "payment_faults" (
	"id" uuid PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"type" text DEFAULT '' NOT NULL,
	"reason" text NOT NULL,
	"payment_id" text,
	"checkout_id" text,
	"refund_id" text,
	"about" jsonb NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp with time zone,
	"settled_at" timestamp with time zone,
	"settled_by" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "payment_fault_once" ON "payment_faults" USING btree ("provider","kind","subject");--> statement-breakpoint
CREATE INDEX "payment_faults_open" ON "payment_faults" USING btree ("id") WHERE "payment_faults"."settled_at" IS NULL;--> statement-breakpoint
CREATE INDEX "payment_faults_due" ON "payment_faults" USING btree ("next_at") WHERE "payment_faults"."next_at" IS NOT NULL;