CREATE TABLE "door_shares" (
	"id" uuid PRIMARY KEY NOT NULL,
	"event_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"ticket_type_id" uuid NOT NULL,
	"pool_id" uuid,
	"quantity" integer NOT NULL,
	"entries" integer NOT NULL,
	"price" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "door_shares_of_phone" UNIQUE("device_id","ticket_type_id"),
	CONSTRAINT "door_shares_quantity" CHECK ("door_shares"."quantity" >= 0),
	CONSTRAINT "door_shares_entries" CHECK ("door_shares"."entries" BETWEEN 0 AND 100),
	CONSTRAINT "door_shares_price" CHECK ("door_shares"."price" >= 0)
);
--> statement-breakpoint
ALTER TABLE "gate_log" DROP CONSTRAINT "gate_log_kind_known";--> statement-breakpoint
ALTER TABLE "gate_log" DROP CONSTRAINT "gate_log_finding_known";--> statement-breakpoint
ALTER TABLE "gate_log" DROP CONSTRAINT "gate_log_counts_people";--> statement-breakpoint
ALTER TABLE "gate_log" ADD COLUMN "type_id" uuid;--> statement-breakpoint
ALTER TABLE "gate_log" ADD COLUMN "quantity" integer;--> statement-breakpoint
ALTER TABLE "gate_log" ADD COLUMN "bani" bigint;--> statement-breakpoint
ALTER TABLE "gate_log" ADD COLUMN "means" text;--> statement-breakpoint
ALTER TABLE "gate_log" ADD COLUMN "receipt" text;--> statement-breakpoint
ALTER TABLE "door_shares" ADD CONSTRAINT "door_shares_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "door_shares" ADD CONSTRAINT "door_shares_device_id_gate_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."gate_devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "door_shares" ADD CONSTRAINT "door_shares_ticket_type_id_tickets_id_fk" FOREIGN KEY ("ticket_type_id") REFERENCES "public"."tickets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "door_shares_event_idx" ON "door_shares" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "door_shares_type_idx" ON "door_shares" USING btree ("ticket_type_id");--> statement-breakpoint
ALTER TABLE "gate_log" ADD CONSTRAINT "gate_log_share" FOREIGN KEY ("device_id","type_id") REFERENCES "public"."door_shares"("device_id","ticket_type_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "gate_log_sale_idx" ON "gate_log" USING btree ("event_id","device_id") WHERE "gate_log"."kind" IN ('sale', 'shift');--> statement-breakpoint
ALTER TABLE "gate_log" ADD CONSTRAINT "gate_log_means_known" CHECK ("gate_log"."means" IN ('cash', 'terminal', 'protocol'));--> statement-breakpoint
ALTER TABLE "gate_log" ADD CONSTRAINT "gate_log_receipt_length" CHECK (length("gate_log"."receipt") BETWEEN 1 AND 40);--> statement-breakpoint
ALTER TABLE "gate_log" ADD CONSTRAINT "gate_log_sale" CHECK (("gate_log"."kind" = 'sale') = ("gate_log"."means" IS NOT NULL AND "gate_log"."quantity" IS NOT NULL AND "gate_log"."bani" IS NOT NULL));--> statement-breakpoint
ALTER TABLE "gate_log" ADD CONSTRAINT "gate_log_sale_quantity" CHECK ("gate_log"."quantity" BETWEEN 1 AND 20);--> statement-breakpoint
ALTER TABLE "gate_log" ADD CONSTRAINT "gate_log_bani" CHECK ("gate_log"."bani" >= 0 AND ("gate_log"."bani" IS NULL OR "gate_log"."kind" IN ('sale', 'shift')));--> statement-breakpoint
ALTER TABLE "gate_log" ADD CONSTRAINT "gate_log_kind_known" CHECK ("gate_log"."kind" IN ('admit', 'refuse', 'undo', 'exit', 'return', 'guest', 'sale', 'shift', 'unreadable'));--> statement-breakpoint
ALTER TABLE "gate_log" ADD CONSTRAINT "gate_log_finding_known" CHECK ("gate_log"."finding" IN ('void', 'cancelled', 'given_back', 'replaced', 'suspended', 'elsewhere', 'unproven', 'revoked', 'same_number', 'unreadable', 'late_undo', 'no_exit', 'over_stock', 'other_price'));--> statement-breakpoint
ALTER TABLE "gate_log" ADD CONSTRAINT "gate_log_counts_people" CHECK (NOT "gate_log"."is_counted" OR (NOT "gate_log"."is_quarantined" AND ("gate_log"."kind" = 'undo' OR "gate_log"."kind" = 'shift' AND "gate_log"."bani" IS NOT NULL OR "gate_log"."kind" = 'sale' AND "gate_log"."type_id" IS NOT NULL OR num_nonnulls("gate_log"."purchase_id", "gate_log"."guest_id") = 1 AND "gate_log"."entries" > 0)));