CREATE TABLE "gate_devices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"gate_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"name" text NOT NULL,
	"public_key" text NOT NULL,
	"invited_by" uuid NOT NULL,
	"decides" boolean NOT NULL,
	"enrolled_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	"revoked_by" uuid,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"settled_at" timestamp with time zone DEFAULT now() NOT NULL,
	"acked_through" integer DEFAULT 0 NOT NULL,
	"said_through" integer DEFAULT 0 NOT NULL,
	"list_at" timestamp with time zone,
	CONSTRAINT "gate_devices_public_key_unique" UNIQUE("public_key"),
	CONSTRAINT "gate_devices_name_length" CHECK (length(btrim("gate_devices"."name")) BETWEEN 1 AND 60),
	CONSTRAINT "gate_devices_key_is_a_point" CHECK ("gate_devices"."public_key" ~ '^B[A-Za-z0-9_-]{86}$'),
	CONSTRAINT "gate_devices_end" CHECK ("gate_devices"."ends_at" > "gate_devices"."enrolled_at"),
	CONSTRAINT "gate_devices_revoked_by" CHECK (("gate_devices"."revoked_at" IS NULL) = ("gate_devices"."revoked_by" IS NULL)),
	CONSTRAINT "gate_devices_through" CHECK ("gate_devices"."acked_through" >= 0 AND "gate_devices"."said_through" >= 0)
);
--> statement-breakpoint
CREATE TABLE "gate_invitations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"gate_id" uuid NOT NULL,
	"secret_hash" text NOT NULL,
	"made_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "gate_invitations_secret_hash_unique" UNIQUE("secret_hash"),
	CONSTRAINT "gate_invitations_secret_is_a_hash" CHECK ("gate_invitations"."secret_hash" ~ '^[0-9a-f]{64}$'),
	CONSTRAINT "gate_invitations_end" CHECK ("gate_invitations"."expires_at" > "gate_invitations"."created_at")
);
--> statement-breakpoint
CREATE TABLE "gate_log" (
	"device_id" uuid NOT NULL,
	"seq" integer NOT NULL,
	"digest" text NOT NULL,
	"event_id" uuid NOT NULL,
	"signed_text" text NOT NULL,
	"signature" text NOT NULL,
	"is_quarantined" boolean NOT NULL,
	"kind" text NOT NULL,
	"mode" text NOT NULL,
	"purchase_id" uuid,
	"guest_id" uuid,
	"entries" integer NOT NULL,
	"undoes_device" uuid,
	"undoes_seq" integer,
	"reason" text,
	"is_counted" boolean NOT NULL,
	"finding" text,
	"device_at" timestamp with time zone,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "gate_log_device_id_seq_digest_pk" PRIMARY KEY("device_id","seq","digest"),
	CONSTRAINT "gate_log_seq" CHECK ("gate_log"."seq" >= 1),
	CONSTRAINT "gate_log_digest_is_a_hash" CHECK ("gate_log"."digest" ~ '^[0-9a-f]{64}$'),
	CONSTRAINT "gate_log_text_length" CHECK (length("gate_log"."signed_text") BETWEEN 1 AND 1000),
	CONSTRAINT "gate_log_kind_known" CHECK ("gate_log"."kind" IN ('admit', 'refuse', 'undo', 'exit', 'return', 'guest', 'unreadable')),
	CONSTRAINT "gate_log_mode_known" CHECK ("gate_log"."mode" IN ('online', 'offline', 'override', 'opened')),
	CONSTRAINT "gate_log_finding_known" CHECK ("gate_log"."finding" IN ('void', 'cancelled', 'given_back', 'replaced', 'suspended', 'elsewhere', 'unproven', 'revoked', 'same_number', 'unreadable', 'late_undo', 'no_exit')),
	CONSTRAINT "gate_log_reason_known" CHECK ("gate_log"."reason" IN ('mistake', 'not_entered', 'other')),
	CONSTRAINT "gate_log_entries" CHECK ("gate_log"."entries" BETWEEN 0 AND 100),
	CONSTRAINT "gate_log_of_one" CHECK ("gate_log"."purchase_id" IS NULL OR "gate_log"."guest_id" IS NULL),
	CONSTRAINT "gate_log_undo_names_a_row" CHECK (("gate_log"."kind" = 'undo') = ("gate_log"."undoes_device" IS NOT NULL AND "gate_log"."undoes_seq" IS NOT NULL AND "gate_log"."reason" IS NOT NULL)),
	CONSTRAINT "gate_log_counts_people" CHECK (NOT "gate_log"."is_counted" OR (NOT "gate_log"."is_quarantined" AND ("gate_log"."kind" = 'undo' OR num_nonnulls("gate_log"."purchase_id", "gate_log"."guest_id") = 1 AND "gate_log"."entries" > 0)))
);
--> statement-breakpoint
CREATE TABLE "gates" (
	"id" uuid PRIMARY KEY NOT NULL,
	"event_id" uuid NOT NULL,
	"name" text NOT NULL,
	"type_ids" uuid[] DEFAULT '{}' NOT NULL,
	"mode" text DEFAULT 'open' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "gates_of_event" UNIQUE("id","event_id"),
	CONSTRAINT "gates_name_length" CHECK (length(btrim("gates"."name")) BETWEEN 1 AND 60),
	CONSTRAINT "gates_mode_known" CHECK ("gates"."mode" IN ('open', 'strict'))
);
--> statement-breakpoint
ALTER TABLE "admissions" DROP CONSTRAINT "admissions_take_only_when_admitted";--> statement-breakpoint
ALTER TABLE "admissions" ADD COLUMN "phone_seq" integer;--> statement-breakpoint
ALTER TABLE "gate_devices" ADD CONSTRAINT "gate_devices_gate" FOREIGN KEY ("gate_id","event_id") REFERENCES "public"."gates"("id","event_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gate_invitations" ADD CONSTRAINT "gate_invitations_gate_id_gates_id_fk" FOREIGN KEY ("gate_id") REFERENCES "public"."gates"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gate_log" ADD CONSTRAINT "gate_log_device_id_gate_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."gate_devices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gate_log" ADD CONSTRAINT "gate_log_purchase_id_ticket_purchases_id_fk" FOREIGN KEY ("purchase_id") REFERENCES "public"."ticket_purchases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gate_log" ADD CONSTRAINT "gate_log_guest_id_listed_guests_id_fk" FOREIGN KEY ("guest_id") REFERENCES "public"."listed_guests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gates" ADD CONSTRAINT "gates_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "gate_devices_event_idx" ON "gate_devices" USING btree ("event_id");--> statement-breakpoint
CREATE UNIQUE INDEX "gate_devices_one_decides" ON "gate_devices" USING btree ("gate_id") WHERE "gate_devices"."decides" AND "gate_devices"."revoked_at" IS NULL;--> statement-breakpoint
CREATE INDEX "gate_invitations_gate_idx" ON "gate_invitations" USING btree ("gate_id");--> statement-breakpoint
CREATE UNIQUE INDEX "gate_log_one_row" ON "gate_log" USING btree ("device_id","seq") WHERE NOT "gate_log"."is_quarantined";--> statement-breakpoint
CREATE INDEX "gate_log_purchase_idx" ON "gate_log" USING btree ("purchase_id") WHERE "gate_log"."purchase_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "gate_log_guest_idx" ON "gate_log" USING btree ("guest_id") WHERE "gate_log"."guest_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "gate_log_undone_idx" ON "gate_log" USING btree ("undoes_device","undoes_seq") WHERE "gate_log"."undoes_seq" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "gate_log_event_idx" ON "gate_log" USING btree ("event_id","received_at");--> statement-breakpoint
CREATE INDEX "gate_log_received_idx" ON "gate_log" USING btree ("device_id","received_at");--> statement-breakpoint
CREATE UNIQUE INDEX "gates_name" ON "gates" USING btree ("event_id",lower("name"));--> statement-breakpoint
ALTER TABLE "admissions" ADD CONSTRAINT "admissions_take_only_when_admitted" CHECK (("admissions"."verdict" = 'admitted') = ("admissions"."entries" > 0) AND ("admissions"."verdict" = 'undone') = ("admissions"."entries" < 0));