CREATE TABLE "staff_roles" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"permissions" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
INSERT INTO "staff_roles" ("id", "name", "permissions") VALUES
	('00000000-0000-7000-8000-000000000001', 'Everything', NULL),
	('00000000-0000-7000-8000-000000000002', 'Manager', '["orders.read","orders.write","picking","stock.read","stock.write","catalogue.read","catalogue.write","offers.write","customers.read","customers.write","wallet.coins","withdrawals.read","withdrawals.approve","messages","push","reports","payments","approvals","gst","claims","dispatch"]'),
	('00000000-0000-7000-8000-000000000003', 'Packer', '["orders.read","orders.write","picking","stock.read","stock.write"]'),
	('00000000-0000-7000-8000-000000000004', 'Accountant', '["orders.read","stock.read","catalogue.read","customers.read","withdrawals.read","withdrawals.approve","reports","payments","gst","claims"]'),
	('00000000-0000-7000-8000-000000000005', 'Dispatcher', '["orders.read","orders.write","dispatch"]');
--> statement-breakpoint
ALTER TABLE "staff" ADD COLUMN "role_id" uuid DEFAULT '00000000-0000-7000-8000-000000000001' NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "staff_role_name" ON "staff_roles" USING btree (lower("name"));--> statement-breakpoint
ALTER TABLE "staff" ADD CONSTRAINT "staff_role_id_staff_roles_id_fk" FOREIGN KEY ("role_id") REFERENCES "public"."staff_roles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "staff_role" ON "staff" USING btree ("role_id");