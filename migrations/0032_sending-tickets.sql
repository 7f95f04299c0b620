CREATE TABLE "transfers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"line_no" integer NOT NULL,
	"seat_no" integer NOT NULL,
	"from_id" uuid NOT NULL,
	"to_id" uuid,
	"secret_hash" text NOT NULL,
	"by" text NOT NULL,
	"name" text,
	"recipient" text,
	"state" text DEFAULT 'waiting' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "transfers_secret_hash_unique" UNIQUE("secret_hash"),
	CONSTRAINT "transfers_state_known" CHECK ("transfers"."state" IN ('waiting', 'accepted', 'taken_back', 'ended')),
	CONSTRAINT "transfers_by_known" CHECK ("transfers"."by" IN ('link', 'email')),
	CONSTRAINT "transfers_secret_is_a_hash" CHECK ("transfers"."secret_hash" ~ '^[0-9a-f]{64}$'),
	CONSTRAINT "transfers_end" CHECK (("transfers"."state" = 'waiting') = ("transfers"."ended_at" IS NULL)),
	CONSTRAINT "transfers_accepted_by" CHECK (("transfers"."state" = 'accepted') = ("transfers"."to_id" IS NOT NULL)),
	CONSTRAINT "transfers_to_another" CHECK ("transfers"."to_id" <> "transfers"."from_id"),
	CONSTRAINT "transfers_name_length" CHECK (length("transfers"."name") BETWEEN 1 AND 200),
	CONSTRAINT "transfers_recipient_canonical" CHECK ("transfers"."recipient" IS NULL OR ("transfers"."by" = 'email' AND "transfers"."recipient" = lower("transfers"."recipient") AND "transfers"."recipient" LIKE '%@%'))
);
--> statement-breakpoint
ALTER TABLE "transfers" ADD CONSTRAINT "transfers_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfers" ADD CONSTRAINT "transfers_from_id_profiles_id_fk" FOREIGN KEY ("from_id") REFERENCES "public"."profiles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfers" ADD CONSTRAINT "transfers_to_id_profiles_id_fk" FOREIGN KEY ("to_id") REFERENCES "public"."profiles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "transfers_one_waiting" ON "transfers" USING btree ("order_id","line_no","seat_no") WHERE "transfers"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "transfers_seat_idx" ON "transfers" USING btree ("order_id","line_no","seat_no");--> statement-breakpoint
CREATE INDEX "transfers_sender_idx" ON "transfers" USING btree ("from_id","created_at");--> statement-breakpoint
CREATE INDEX "transfers_receiver_idx" ON "transfers" USING btree ("to_id") WHERE "transfers"."to_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "transfers_named_idx" ON "transfers" USING btree ("created_at") WHERE "transfers"."name" IS NOT NULL OR "transfers"."recipient" IS NOT NULL;