ALTER TABLE "profiles" ADD COLUMN "has_tickets" boolean DEFAULT false NOT NULL;
