ALTER TABLE "company" ADD COLUMN "door_code_required" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "drops" ADD COLUMN "needs_code" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "drops" ADD COLUMN "wrong_codes" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "drops" ADD COLUMN "override" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "drops_overridden" ON "drops" USING btree ("ended_at") WHERE "drops"."override" <> '';