CREATE TABLE "guest_lists" (
	"id" uuid PRIMARY KEY NOT NULL,
	"event_id" uuid NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "guest_lists_of_event" UNIQUE("id","event_id"),
	CONSTRAINT "guest_lists_name_length" CHECK (length(btrim("guest_lists"."name")) BETWEEN 1 AND 120)
);
--> statement-breakpoint
CREATE TABLE "listed_guests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"list_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"name" text,
	"places" integer NOT NULL,
	"entered" integer DEFAULT 0 NOT NULL,
	"note" text,
	"added_by" uuid NOT NULL,
	"added_at" timestamp with time zone DEFAULT now() NOT NULL,
	"removed_at" timestamp with time zone,
	CONSTRAINT "listed_guests_places" CHECK ("listed_guests"."places" BETWEEN 1 AND 20),
	CONSTRAINT "listed_guests_entered" CHECK ("listed_guests"."entered" BETWEEN 0 AND "listed_guests"."places"),
	CONSTRAINT "listed_guests_stay_once_entered" CHECK ("listed_guests"."removed_at" IS NULL OR "listed_guests"."entered" = 0),
	CONSTRAINT "listed_guests_name_length" CHECK (length(btrim("listed_guests"."name")) BETWEEN 1 AND 200),
	CONSTRAINT "listed_guests_note_length" CHECK (length("listed_guests"."note") BETWEEN 1 AND 200)
);
--> statement-breakpoint
ALTER TABLE "stock_counters" DROP CONSTRAINT "stock_kind_known";--> statement-breakpoint
ALTER TABLE "admissions" ADD COLUMN "guest_id" uuid;--> statement-breakpoint
ALTER TABLE "guest_lists" ADD CONSTRAINT "guest_lists_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listed_guests" ADD CONSTRAINT "listed_guests_list" FOREIGN KEY ("list_id","event_id") REFERENCES "public"."guest_lists"("id","event_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "guest_lists_name" ON "guest_lists" USING btree ("event_id",lower("name"));--> statement-breakpoint
CREATE INDEX "listed_guests_list_idx" ON "listed_guests" USING btree ("list_id");--> statement-breakpoint
CREATE UNIQUE INDEX "listed_guests_name" ON "listed_guests" USING btree ("event_id",lower(regexp_replace(normalize(coalesce(name, ''), NFD), '[\u0300-\u036f]', '', 'g') COLLATE "ro-x-icu")) WHERE "listed_guests"."removed_at" IS NULL AND "listed_guests"."name" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "admissions" ADD CONSTRAINT "admissions_guest_id_listed_guests_id_fk" FOREIGN KEY ("guest_id") REFERENCES "public"."listed_guests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "admissions_guest_idx" ON "admissions" USING btree ("guest_id") WHERE "admissions"."guest_id" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "admissions" ADD CONSTRAINT "admissions_of_one" CHECK ("admissions"."purchase_id" IS NULL OR "admissions"."guest_id" IS NULL);--> statement-breakpoint
ALTER TABLE "stock_counters" ADD CONSTRAINT "stock_kind_known" CHECK ("stock_counters"."kind" IN ('units', 'places', 'pool', 'phase', 'voucher', 'guest_holds', 'guest_list'));