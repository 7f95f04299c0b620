CREATE TABLE "mail_pace" (
	"one_row" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"since" timestamp with time zone DEFAULT now() NOT NULL,
	"reason" text NOT NULL,
	"seconds" integer NOT NULL,
	"until" timestamp with time zone NOT NULL,
	CONSTRAINT "mail_pace_is_one_row" CHECK ("mail_pace"."one_row")
);
