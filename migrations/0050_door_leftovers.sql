CREATE TABLE "double_marks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"event_id" uuid NOT NULL,
	"purchase_id" uuid NOT NULL,
	"entered" integer NOT NULL,
	"word" text NOT NULL,
	"marked_by" uuid NOT NULL,
	"marked_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "double_marks_one" UNIQUE("purchase_id","entered"),
	CONSTRAINT "double_marks_entered" CHECK ("double_marks"."entered" >= 1),
	CONSTRAINT "double_marks_word_length" CHECK (length(btrim("double_marks"."word")) BETWEEN 1 AND 80)
);
--> statement-breakpoint
ALTER TABLE "gate_devices" ADD COLUMN "yields_to" uuid;--> statement-breakpoint
ALTER TABLE "gate_devices" ADD COLUMN "yield_id" uuid;--> statement-breakpoint
ALTER TABLE "gate_devices" ADD COLUMN "battery" integer;--> statement-breakpoint
ALTER TABLE "gate_log" ADD COLUMN "opening_bani" bigint;--> statement-breakpoint
ALTER TABLE "double_marks" ADD CONSTRAINT "double_marks_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "double_marks" ADD CONSTRAINT "double_marks_purchase_id_ticket_purchases_id_fk" FOREIGN KEY ("purchase_id") REFERENCES "public"."ticket_purchases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "double_marks_event_idx" ON "double_marks" USING btree ("event_id");--> statement-breakpoint
ALTER TABLE "gate_devices" ADD CONSTRAINT "gate_devices_yields_to_gate_devices_id_fk" FOREIGN KEY ("yields_to") REFERENCES "public"."gate_devices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gate_devices" ADD CONSTRAINT "gate_devices_yields" CHECK (("gate_devices"."yields_to" IS NULL) = ("gate_devices"."yield_id" IS NULL) AND ("gate_devices"."yields_to" IS NULL OR "gate_devices"."decides") AND "gate_devices"."yields_to" IS DISTINCT FROM "gate_devices"."id");--> statement-breakpoint
ALTER TABLE "gate_devices" ADD CONSTRAINT "gate_devices_battery" CHECK ("gate_devices"."battery" BETWEEN 0 AND 100);--> statement-breakpoint
ALTER TABLE "gate_log" ADD CONSTRAINT "gate_log_opening" CHECK ("gate_log"."opening_bani" >= 0 AND ("gate_log"."opening_bani" IS NULL OR "gate_log"."kind" = 'shift'));