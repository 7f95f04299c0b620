CREATE TABLE "moved_orders" (
	"move_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"choice_until" timestamp with time zone NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "moved_orders_move_id_order_id_pk" PRIMARY KEY("move_id","order_id")
);
--> statement-breakpoint
CREATE TABLE "moves" (
	"id" uuid PRIMARY KEY NOT NULL,
	"event_id" uuid NOT NULL,
	"from_date" date NOT NULL,
	"from_time" time,
	"from_location" text NOT NULL,
	"to_date" date NOT NULL,
	"to_time" time,
	"to_location" text NOT NULL,
	"reason" text NOT NULL,
	"actor_id" uuid NOT NULL,
	"at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "moves_have_a_reason" CHECK (btrim("moves"."reason") <> ''),
	CONSTRAINT "moves_change_the_hour" CHECK (("moves"."to_date", "moves"."to_time") IS DISTINCT FROM ("moves"."from_date", "moves"."from_time"))
);
--> statement-breakpoint
ALTER TABLE "ticket_purchases" ADD COLUMN "share_returned_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "moved_orders" ADD CONSTRAINT "moved_orders_move_id_moves_id_fk" FOREIGN KEY ("move_id") REFERENCES "public"."moves"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moved_orders" ADD CONSTRAINT "moved_orders_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moves" ADD CONSTRAINT "moves_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "moved_orders_order_idx" ON "moved_orders" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "moves_event_idx" ON "moves" USING btree ("event_id","at");