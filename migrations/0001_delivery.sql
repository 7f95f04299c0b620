CREATE TABLE "mail_pause" (
	"one_row" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"since" timestamp with time zone DEFAULT now() NOT NULL,
	"reason" text NOT NULL,
	CONSTRAINT "mail_pause_is_one_row" CHECK ("mail_pause"."one_row")
);
--> statement-breakpoint
ALTER TABLE "letters" ADD COLUMN "interruptions" integer DEFAULT 0 NOT NULL;