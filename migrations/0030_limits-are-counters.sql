CREATE TABLE "pools" (
	"id" uuid PRIMARY KEY NOT NULL,
	"event_id" uuid NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "pools_named" CHECK (btrim("pools"."name") <> '')
);
--> statement-breakpoint
CREATE TABLE "price_phases" (
	"id" uuid PRIMARY KEY NOT NULL,
	"ticket_type_id" uuid NOT NULL,
	"no" integer NOT NULL,
	"name" text NOT NULL,
	"price" bigint NOT NULL,
	"ends_at" timestamp with time zone,
	CONSTRAINT "price_phases_order" UNIQUE("ticket_type_id","no"),
	CONSTRAINT "price_phases_no" CHECK ("price_phases"."no" BETWEEN 1 AND 10),
	CONSTRAINT "price_phases_named" CHECK (btrim("price_phases"."name") <> ''),
	CONSTRAINT "price_phases_price" CHECK ("price_phases"."price" >= 0)
);
--> statement-breakpoint
CREATE TABLE "vouchers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"name" text NOT NULL,
	"set_id" uuid,
	"kind" text NOT NULL,
	"percent" integer,
	"amount" bigint,
	"event_ids" uuid[],
	"ticket_type_ids" uuid[],
	"per_person" integer,
	"starts_at" timestamp with time zone,
	"ends_at" timestamp with time zone,
	"is_on" boolean DEFAULT true NOT NULL,
	"returns_uses" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "vouchers_code_unique" UNIQUE("code"),
	CONSTRAINT "vouchers_code_typed" CHECK ("vouchers"."code" ~ '^[A-Z0-9][A-Z0-9-]{2,39}$'),
	CONSTRAINT "vouchers_named" CHECK (btrim("vouchers"."name") <> ''),
	CONSTRAINT "vouchers_do_one_thing" CHECK (coalesce(CASE "vouchers"."kind"
        WHEN 'percent' THEN "vouchers"."percent" BETWEEN 1 AND 100 AND "vouchers"."amount" IS NULL
        WHEN 'fixed' THEN "vouchers"."amount" > 0 AND "vouchers"."percent" IS NULL
        WHEN 'unlock' THEN "vouchers"."amount" IS NULL AND "vouchers"."percent" IS NULL AND cardinality("vouchers"."ticket_type_ids") > 0
      END, false)),
	CONSTRAINT "vouchers_per_person" CHECK ("vouchers"."per_person" >= 1),
	CONSTRAINT "vouchers_window" CHECK ("vouchers"."starts_at" < "vouchers"."ends_at")
);
--> statement-breakpoint
CREATE TABLE "voucher_returns" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"line_no" integer NOT NULL,
	"tickets" integer NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "voucher_returns_tickets" CHECK ("voucher_returns"."tickets" >= 1)
);
--> statement-breakpoint
ALTER TABLE "order_lines" DROP CONSTRAINT "order_lines_no";--> statement-breakpoint
ALTER TABLE "order_lines" DROP CONSTRAINT "order_lines_quantity";--> statement-breakpoint
ALTER TABLE "stock_counters" DROP CONSTRAINT "stock_kind_known";--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "pool_id" uuid;--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "admits" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "requires_code" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "enter_until" time;--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "phase_id" uuid;--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "pool_id" uuid;--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "voucher_id" uuid;--> statement-breakpoint
ALTER TABLE "pools" ADD CONSTRAINT "pools_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_phases" ADD CONSTRAINT "price_phases_ticket_type_id_tickets_id_fk" FOREIGN KEY ("ticket_type_id") REFERENCES "public"."tickets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "voucher_returns" ADD CONSTRAINT "voucher_returns_line" FOREIGN KEY ("order_id","line_no") REFERENCES "public"."order_lines"("order_id","no") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "pools_event_idx" ON "pools" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "voucher_returns_order_idx" ON "voucher_returns" USING btree ("order_id");--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_pool_id_pools_id_fk" FOREIGN KEY ("pool_id") REFERENCES "public"."pools"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "tickets_pool_idx" ON "tickets" USING btree ("pool_id") WHERE "tickets"."pool_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "order_lines_voucher_idx" ON "order_lines" USING btree ("voucher_id") WHERE "order_lines"."voucher_id" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_pool_of_one_night" CHECK ("tickets"."pool_id" IS NULL OR "tickets"."family" = 'ordinary');--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_add_on_alone" CHECK ("tickets"."admits" OR ("tickets"."entries" = 1 AND "tickets"."family" = 'ordinary' AND "tickets"."pool_id" IS NULL AND "tickets"."enter_until" IS NULL));--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_no" CHECK ("order_lines"."no" BETWEEN 1 AND 80);--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_quantity" CHECK ("order_lines"."quantity" BETWEEN 1 AND 10 AND "order_lines"."entries" >= 0);--> statement-breakpoint
ALTER TABLE "stock_counters" ADD CONSTRAINT "stock_kind_known" CHECK ("stock_counters"."kind" IN ('units', 'places', 'pool', 'phase', 'voucher'));