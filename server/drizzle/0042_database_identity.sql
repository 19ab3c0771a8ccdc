-- The id of this database, which is noted in its file storage (decision 086). In an existing store it is the id of the
-- first superadmin: a database that is restored to a moment before this update and migrated again gets the same id.
CREATE TABLE "database_identity" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"uuid" uuid DEFAULT gen_random_uuid() NOT NULL,
	CONSTRAINT "one_identity" CHECK ("database_identity"."id" = 1)
);
--> statement-breakpoint
INSERT INTO "database_identity" ("uuid")
SELECT coalesce((SELECT id FROM superadmins ORDER BY id LIMIT 1), gen_random_uuid());
