CREATE TABLE "factor_challenges" (
	"token_hash" text NOT NULL,
	"purpose" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "factor_challenges_token_hash_purpose_pk" PRIMARY KEY("token_hash","purpose")
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"role" text NOT NULL,
	"person_id" uuid NOT NULL,
	"hash" text NOT NULL,
	"salt" text NOT NULL,
	CONSTRAINT "recovery_codes_role_person_id_hash_pk" PRIMARY KEY("role","person_id","hash")
);
--> statement-breakpoint
CREATE TABLE "second_factors" (
	"id" uuid PRIMARY KEY NOT NULL,
	"role" text NOT NULL,
	"person_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"secret" text,
	"last_step" integer DEFAULT 0 NOT NULL,
	"credential_id" text,
	"public_key" text,
	"counter" bigint DEFAULT 0 NOT NULL,
	"transports" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "sign_in_steps" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"role" text NOT NULL,
	"person_id" uuid NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "id" uuid DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "browser" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "proved_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "staff_roles" ADD COLUMN "requires_second_factor" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "factor_challenges_expiry" ON "factor_challenges" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "second_factors_person" ON "second_factors" USING btree ("role","person_id");--> statement-breakpoint
CREATE UNIQUE INDEX "second_factor_app" ON "second_factors" USING btree ("role","person_id") WHERE "second_factors"."kind" = 'totp';--> statement-breakpoint
CREATE UNIQUE INDEX "second_factor_credential" ON "second_factors" USING btree ("credential_id");--> statement-breakpoint
CREATE INDEX "sign_in_steps_person" ON "sign_in_steps" USING btree ("role","person_id");