CREATE TABLE "file_claims" (
	"key" text PRIMARY KEY NOT NULL,
	"holders" uuid[] DEFAULT '{}' NOT NULL,
	"is_removing" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "file_claims_changed" ON "file_claims" USING btree ("changed_at");