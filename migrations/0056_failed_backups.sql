CREATE TABLE "failed_backups" (
	"one_row" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"reason" text NOT NULL,
	CONSTRAINT "failed_backups_is_one_row" CHECK ("failed_backups"."one_row")
);
