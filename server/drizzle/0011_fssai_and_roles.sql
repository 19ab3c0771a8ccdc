ALTER TABLE "company" ADD COLUMN "fssai" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "credit_notes" ADD COLUMN "fssai" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "staff" ADD COLUMN "chosen_role_id" uuid;--> statement-breakpoint
ALTER TABLE "staff" ADD CONSTRAINT "staff_chosen_role_id_staff_roles_id_fk" FOREIGN KEY ("chosen_role_id") REFERENCES "public"."staff_roles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "staff_chosen_role" ON "staff" USING btree ("chosen_role_id");--> statement-breakpoint
ALTER TABLE "company" ADD CONSTRAINT "company_fssai" CHECK ("company"."fssai" ~ '^([0-9]{14})?$');