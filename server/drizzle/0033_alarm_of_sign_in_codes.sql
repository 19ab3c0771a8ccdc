ALTER TABLE "company" ADD COLUMN "codes_per_day_alarm" integer DEFAULT 5000 NOT NULL;
