CREATE TABLE "night_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"event_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"type_ids" uuid[] NOT NULL,
	"at_gate" text NOT NULL,
	"subject" text NOT NULL,
	"body" text NOT NULL,
	"actor_id" uuid NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"spread_at" timestamp with time zone,
	"recipients" integer,
	"stopped_at" timestamp with time zone,
	"stopped_by" uuid,
	CONSTRAINT "night_messages_kind_known" CHECK ("night_messages"."kind" IN ('service', 'news')),
	CONSTRAINT "night_messages_gate_known" CHECK ("night_messages"."at_gate" IN ('all', 'entered', 'not_entered')),
	CONSTRAINT "night_messages_subject_length" CHECK (length(btrim("night_messages"."subject")) BETWEEN 1 AND 78),
	CONSTRAINT "night_messages_body_length" CHECK (length(btrim("night_messages"."body")) BETWEEN 1 AND 4000),
	CONSTRAINT "night_messages_spread" CHECK (("night_messages"."spread_at" IS NULL) = ("night_messages"."recipients" IS NULL)),
	CONSTRAINT "night_messages_stopped_by" CHECK (("night_messages"."stopped_at" IS NULL) = ("night_messages"."stopped_by" IS NULL))
);
--> statement-breakpoint
CREATE TABLE "vat_rates" (
	"valid_from" date PRIMARY KEY NOT NULL,
	"rate" integer NOT NULL,
	"set_by" uuid NOT NULL,
	"set_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "vat_rates_rate" CHECK ("vat_rates"."rate" BETWEEN 0 AND 10000)
);
--> statement-breakpoint
ALTER TABLE "letters" ADD COLUMN "night_message_id" uuid;--> statement-breakpoint
ALTER TABLE "night_messages" ADD CONSTRAINT "night_messages_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "night_messages_event_idx" ON "night_messages" USING btree ("event_id","at");--> statement-breakpoint
CREATE INDEX "night_messages_waiting_idx" ON "night_messages" USING btree ("at") WHERE "night_messages"."spread_at" IS NULL AND "night_messages"."stopped_at" IS NULL;--> statement-breakpoint
CREATE INDEX "letters_lane_idx" ON "letters" USING btree (("night_message_id" IS NOT NULL),"next_at") WHERE "letters"."state" = 'queued';--> statement-breakpoint
CREATE INDEX "letters_night_message_idx" ON "letters" USING btree ("night_message_id","state") WHERE "letters"."night_message_id" IS NOT NULL;