CREATE TABLE "opening" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"week" jsonb,
	"closed_days" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"is_closed" boolean DEFAULT false NOT NULL,
	"closed_until" timestamp with time zone,
	"closed_at" timestamp with time zone,
	"closed_by" text DEFAULT '' NOT NULL,
	"busy_minutes" smallint DEFAULT 0 NOT NULL,
	CONSTRAINT "one_opening" CHECK ("opening"."id" = 1)
);
