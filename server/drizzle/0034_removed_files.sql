CREATE TABLE "removed_files" (
	"key" text PRIMARY KEY NOT NULL,
	"removed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "removed_files_at" ON "removed_files" USING btree ("removed_at");--> statement-breakpoint
CREATE INDEX "users_erased" ON "users" USING btree ("erased_at") WHERE "users"."erased_at" IS NOT NULL;