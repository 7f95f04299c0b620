ALTER TABLE "events" ADD COLUMN "publish_at" timestamp with time zone DEFAULT now();--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "shown_from" timestamp with time zone;--> statement-breakpoint
UPDATE "events" SET "publish_at" = "created_at";
