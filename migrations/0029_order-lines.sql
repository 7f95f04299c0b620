CREATE TABLE "order_lines" (
	"order_id" uuid NOT NULL,
	"no" integer NOT NULL,
	"ticket_type_id" uuid NOT NULL,
	"event_ids" uuid[] NOT NULL,
	"quantity" integer NOT NULL,
	"entries" integer NOT NULL,
	"list_price" bigint NOT NULL,
	"discount" bigint DEFAULT 0 NOT NULL,
	"total" bigint NOT NULL,
	"family" text NOT NULL,
	"title" text NOT NULL,
	"stripe_price_id" text,
	"code_per" text NOT NULL,
	CONSTRAINT "order_lines_order_id_no_pk" PRIMARY KEY("order_id","no"),
	CONSTRAINT "order_lines_no" CHECK ("order_lines"."no" BETWEEN 1 AND 8),
	CONSTRAINT "order_lines_quantity" CHECK ("order_lines"."quantity" BETWEEN 1 AND 10 AND "order_lines"."entries" >= 1),
	CONSTRAINT "order_lines_total" CHECK ("order_lines"."total" = "order_lines"."list_price" * "order_lines"."quantity" - "order_lines"."discount" AND "order_lines"."total" >= 0 AND "order_lines"."discount" >= 0 AND "order_lines"."list_price" >= 0),
	CONSTRAINT "order_lines_code_per" CHECK ("order_lines"."code_per" IN ('order', 'person'))
);
--> statement-breakpoint
-- Each order that there is has one line, written while the sale goes on; rules.sql writes those of the orders that came since.
INSERT INTO "order_lines" ("order_id", "no", "ticket_type_id", "event_ids", "quantity", "entries", "list_price", "total", "family", "title", "stripe_price_id", "code_per")
  SELECT id, 1, ticket_type_id, event_ids, quantity, entries, unit_price, total, family, title, stripe_price_id, 'order' FROM "orders";--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_total";--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_returned";--> statement-breakpoint
ALTER TABLE "ticket_purchases" DROP CONSTRAINT "ticket_purchases_quantity";--> statement-breakpoint
DROP INDEX "ticket_purchases_once";--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "doors" time;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "ends" time;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "minimum_age" integer;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "address" text;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "directions" text;--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "code_per" text DEFAULT 'order' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "take_ids" uuid[];--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "take_ns" integer[];--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "bundle_ids" uuid[];--> statement-breakpoint
ALTER TABLE "ticket_purchases" ADD COLUMN "line_no" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "ticket_purchases" ADD COLUMN "seat_no" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "ticket_purchases" ADD COLUMN "unit_no" integer;--> statement-breakpoint
ALTER TABLE "ticket_purchases" ADD COLUMN "bundle_id" uuid;--> statement-breakpoint
ALTER TABLE "ticket_purchases" ADD COLUMN "share" bigint;--> statement-breakpoint
CREATE UNIQUE INDEX "ticket_purchases_once_per_seat" ON "ticket_purchases" USING btree ("order_id","line_no","seat_no","event_id");--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_minimum_age" CHECK ("events"."minimum_age" BETWEEN 1 AND 99);--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_code_per_known" CHECK ("tickets"."code_per" IN ('order', 'person'));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_price" CHECK ("orders"."total" >= 0 AND "orders"."unit_price" >= 0);--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_takes" CHECK (cardinality("orders"."take_ids") = cardinality("orders"."take_ns") AND ("orders"."take_ids" IS NULL) = ("orders"."take_ns" IS NULL));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_returned" CHECK ("orders"."returned" BETWEEN 0 AND 79);--> statement-breakpoint
ALTER TABLE "ticket_purchases" ADD CONSTRAINT "ticket_purchases_quantity" CHECK ("ticket_purchases"."quantity" BETWEEN 0 AND 10);--> statement-breakpoint
-- The nights of a pass share its price equally, the last ones bear the odd bani; nights that were linked later cost nothing.
UPDATE "ticket_purchases" p SET "share" = CASE WHEN s.at IS NULL THEN 0 ELSE o.total / s.nights + CASE WHEN s.at > s.nights - o.total % s.nights THEN 1 ELSE 0 END END
  FROM "orders" o, (
    SELECT q.id, cardinality(b.event_ids) AS nights, (SELECT a.at FROM (
        SELECT e.id, row_number() OVER (ORDER BY e.date, e.time NULLS FIRST, e.id) AS at FROM "events" e WHERE e.id = ANY (b.event_ids)) a WHERE a.id = q.event_id) AS at
    FROM "ticket_purchases" q JOIN "orders" b ON b.id = q.order_id WHERE b.family <> 'ordinary') s
  WHERE o.id = p.order_id AND s.id = p.id;
