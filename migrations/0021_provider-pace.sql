CREATE TABLE "provider_pace" (
	"kind" text PRIMARY KEY NOT NULL,
	"next_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
DROP TABLE "provider_bucket" CASCADE;