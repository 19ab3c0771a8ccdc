CREATE TABLE "privacy_acceptances" (
	"user_id" uuid NOT NULL,
	"version" text NOT NULL,
	"accepted_at" timestamp with time zone NOT NULL,
	CONSTRAINT "privacy_acceptances_user_id_version_pk" PRIMARY KEY("user_id","version")
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "erased_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "privacy_acceptances" ADD CONSTRAINT "privacy_acceptances_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "contact_messages_phone" ON "contact_messages" USING btree ("phone");--> statement-breakpoint
CREATE INDEX "manual_orders_user" ON "manual_orders" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "push_messages_token" ON "push_messages" USING btree ("token") WHERE "push_messages"."audience" = 'one';
--> statement-breakpoint
-- Append-only, whoever writes, but for one thing: an erased customer leaves the columns that name the person.
CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was jsonb := to_jsonb(OLD);
  now_is jsonb := CASE WHEN TG_OP = 'UPDATE' THEN to_jsonb(NEW) END;
BEGIN
  IF now_is ->> 'by' = 'customer' AND was ->> 'by' LIKE '% (customer)' AND now_is - 'by' = was - 'by' THEN
    RETURN NEW;
  END IF;
  IF TG_TABLE_NAME = 'invoices' AND now_is #>> '{document,buyer,fullName}' = 'Erased customer'
    AND now_is #- '{document,buyer}' #- '{document,address}' = was #- '{document,buyer}' #- '{document,address}' THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
