CREATE TABLE "code_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"phone" text NOT NULL,
	"recipient" text,
	"code" text,
	"provider" text NOT NULL,
	"channel" text NOT NULL,
	"state" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"message_id" text DEFAULT '' NOT NULL,
	"error" text DEFAULT '' NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"claimed_at" timestamp with time zone,
	"give_up_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	CONSTRAINT "readable_only_while_asked" CHECK ("code_messages"."state" = 'asked' OR ("code_messages"."recipient" IS NULL AND "code_messages"."code" IS NULL))
);
--> statement-breakpoint
CREATE INDEX "code_messages_open" ON "code_messages" USING btree ("due_at") WHERE "code_messages"."state" = 'asked';--> statement-breakpoint
CREATE INDEX "code_messages_recipient" ON "code_messages" USING btree ("recipient") WHERE "code_messages"."state" = 'asked';--> statement-breakpoint
CREATE INDEX "code_messages_age" ON "code_messages" USING btree ("created_at","state");