ALTER TABLE "letters" ADD COLUMN "tries" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "reconciliations" ADD COLUMN "checks" jsonb;