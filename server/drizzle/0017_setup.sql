CREATE TABLE "setup" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"hidden_for_staff_at" timestamp with time zone,
	"hidden_for_superadmin_at" timestamp with time zone,
	CONSTRAINT "one_setup" CHECK ("setup"."id" = 1)
);
--> statement-breakpoint
-- A store that has had orders needs no checklist for new ones.
INSERT INTO "setup" ("hidden_for_staff_at", "hidden_for_superadmin_at") SELECT now(), now() WHERE EXISTS (SELECT FROM "orders");
