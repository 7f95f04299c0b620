CREATE TABLE "cancellations" (
	"event_id" uuid PRIMARY KEY NOT NULL,
	"reason" text NOT NULL,
	"used_tickets" text NOT NULL,
	"actor_id" uuid NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "cancellations_have_a_reason" CHECK (btrim("cancellations"."reason") <> ''),
	CONSTRAINT "cancellations_used_tickets_known" CHECK ("cancellations"."used_tickets" IN ('refunded', 'kept'))
);
--> statement-breakpoint
CREATE TABLE "cancelled_orders" (
	"event_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"amount" bigint NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "cancelled_orders_event_id_order_id_pk" PRIMARY KEY("event_id","order_id"),
	CONSTRAINT "cancelled_orders_amount" CHECK ("cancelled_orders"."amount" >= 0)
);
--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "event_id" uuid;--> statement-breakpoint
ALTER TABLE "cancellations" ADD CONSTRAINT "cancellations_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cancelled_orders" ADD CONSTRAINT "cancelled_orders_event_id_cancellations_event_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."cancellations"("event_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cancelled_orders" ADD CONSTRAINT "cancelled_orders_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "cancelled_orders_order_idx" ON "cancelled_orders" USING btree ("order_id");--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "refunds_event_idx" ON "refunds" USING btree ("event_id") WHERE "refunds"."event_id" IS NOT NULL;