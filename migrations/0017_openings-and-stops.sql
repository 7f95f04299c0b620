CREATE TABLE "openings" (
	"event_id" uuid PRIMARY KEY NOT NULL,
	"opens_at" timestamp with time zone NOT NULL,
	"room_minutes" integer,
	"drawn_at" timestamp with time zone,
	"seed" text,
	"places_given" integer DEFAULT 0 NOT NULL,
	"admitted_up_to" integer DEFAULT 0 NOT NULL,
	"counted_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	CONSTRAINT "openings_room_opens_before" CHECK ("openings"."room_minutes" BETWEEN 5 AND 240),
	CONSTRAINT "openings_drawn_with_a_seed" CHECK (("openings"."drawn_at" IS NULL) = ("openings"."seed" IS NULL)),
	CONSTRAINT "openings_admit_whom_they_numbered" CHECK ("openings"."admitted_up_to" BETWEEN 0 AND "openings"."places_given"),
	CONSTRAINT "openings_number_after_the_draw" CHECK ("openings"."places_given" = 0 OR "openings"."drawn_at" IS NOT NULL),
	CONSTRAINT "openings_draw_after_the_hour" CHECK ("openings"."drawn_at" >= "openings"."opens_at")
);
--> statement-breakpoint
CREATE TABLE "stops" (
	"id" uuid PRIMARY KEY NOT NULL,
	"event_id" uuid,
	"kind" text NOT NULL,
	"reason" text NOT NULL,
	"started_by" uuid NOT NULL,
	"since" timestamp with time zone DEFAULT now() NOT NULL,
	"until" timestamp with time zone,
	"lifted_at" timestamp with time zone,
	"lifted_by" uuid,
	CONSTRAINT "stops_kind_known" CHECK ("stops"."kind" IN ('sale', 'refunds', 'read_only')),
	CONSTRAINT "stops_have_a_reason" CHECK (btrim("stops"."reason") <> '')
);
--> statement-breakpoint
CREATE TABLE "room_places" (
	"id" uuid PRIMARY KEY NOT NULL,
	"event_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"arrival" bigint GENERATED ALWAYS AS IDENTITY (sequence name "room_places_arrival_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"arrived_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"number" integer,
	CONSTRAINT "room_places_one_for_each_account" UNIQUE("event_id","user_id"),
	CONSTRAINT "room_places_number_once" UNIQUE("event_id","number")
);
--> statement-breakpoint
CREATE TABLE "backups" (
	"taken_at" timestamp with time zone PRIMARY KEY NOT NULL,
	"bytes" bigint NOT NULL,
	"seconds" double precision NOT NULL
);
--> statement-breakpoint
CREATE TABLE "process_pulses" (
	"process_id" uuid NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"pulse" jsonb NOT NULL,
	CONSTRAINT "process_pulses_process_id_at_pk" PRIMARY KEY("process_id","at")
);
--> statement-breakpoint
ALTER TABLE "openings" ADD CONSTRAINT "openings_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stops" ADD CONSTRAINT "stops_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "room_places" ADD CONSTRAINT "room_places_event_id_openings_event_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."openings"("event_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "openings_with_a_room_idx" ON "openings" USING btree ("opens_at") WHERE "openings"."room_minutes" IS NOT NULL AND "openings"."ended_at" IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "stops_one_in_force" ON "stops" USING btree ("kind",coalesce("event_id", '00000000-0000-0000-0000-000000000000')) WHERE "stops"."lifted_at" IS NULL;--> statement-breakpoint
CREATE INDEX "room_places_arrival_idx" ON "room_places" USING btree ("event_id","arrival");--> statement-breakpoint
CREATE INDEX "process_pulses_at_idx" ON "process_pulses" USING btree ("at");