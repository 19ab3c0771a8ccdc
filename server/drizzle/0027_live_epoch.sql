CREATE TABLE "live_epoch" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"epoch" uuid DEFAULT gen_random_uuid() NOT NULL,
	CONSTRAINT "one_epoch" CHECK ("live_epoch"."id" = 1)
);
--> statement-breakpoint
INSERT INTO "live_epoch" DEFAULT VALUES;
