CREATE TABLE "disputes" (
	"id" text PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"session_id" text NOT NULL,
	"amount" bigint NOT NULL,
	"state" text NOT NULL,
	"opened_at" timestamp with time zone DEFAULT now() NOT NULL,
	"closed_at" timestamp with time zone,
	CONSTRAINT "disputes_amount" CHECK ("disputes"."amount" > 0),
	CONSTRAINT "disputes_state_known" CHECK ("disputes"."state" IN ('open', 'won', 'lost'))
);
--> statement-breakpoint
CREATE TABLE "sales_deltas" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sales_deltas_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"day" date NOT NULL,
	"event_id" uuid NOT NULL,
	"ticket_type_id" uuid NOT NULL,
	"purchases" integer NOT NULL,
	"quantity" integer NOT NULL,
	"revenue" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reconciliations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"payments" integer NOT NULL,
	"refunds" integer NOT NULL,
	"ledger" bigint NOT NULL,
	"provider" bigint NOT NULL,
	"differences" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sales_totals" (
	"kind" text NOT NULL,
	"grain" text NOT NULL,
	"day" date NOT NULL,
	"subject_id" uuid NOT NULL,
	"purchases" bigint NOT NULL,
	"quantity" bigint NOT NULL,
	"revenue" bigint NOT NULL,
	CONSTRAINT "sales_totals_kind_grain_day_subject_id_pk" PRIMARY KEY("kind","grain","day","subject_id"),
	CONSTRAINT "sales_totals_kind" CHECK ("sales_totals"."kind" IN ('all', 'event', 'type') AND "sales_totals"."grain" IN ('day', 'month'))
);
--> statement-breakpoint
DROP INDEX "ticket_purchases_event_idx";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "returned" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "units" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "restock" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "actor_id" uuid;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "why" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "note" text;--> statement-breakpoint
ALTER TABLE "ticket_purchases" ADD COLUMN "suspended" text;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_session_id_payments_session_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."payments"("session_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "disputes_order_idx" ON "disputes" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "reconciliations_at_idx" ON "reconciliations" USING btree ("at");--> statement-breakpoint
CREATE INDEX "orders_review_idx" ON "orders" USING btree ("created_at") WHERE "orders"."state" IN ('payment_pending', 'late_paid', 'manual_review', 'disputed');--> statement-breakpoint
CREATE INDEX "ticket_purchases_date_idx" ON "ticket_purchases" USING btree ("purchase_date","id");--> statement-breakpoint
CREATE INDEX "ticket_purchases_code_idx" ON "ticket_purchases" USING gin ("ticket_code" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "profiles_created_idx" ON "profiles" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "profiles_name_idx" ON "profiles" USING gin ("full_name" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "profiles_email_idx" ON "profiles" USING gin (("email"::text) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "ticket_purchases_event_idx" ON "ticket_purchases" USING btree ("event_id","purchase_date","id");--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_returned" CHECK ("orders"."returned" BETWEEN 0 AND "orders"."quantity" - 1);