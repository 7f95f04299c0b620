CREATE TABLE "installation" (
	"one_row" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"mode" text NOT NULL,
	"made_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "installation_is_one_row" CHECK ("installation"."one_row"),
	CONSTRAINT "installation_mode_known" CHECK ("installation"."mode" IN ('demo', 'production'))
);
--> statement-breakpoint
CREATE TABLE "identity"."account" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"provider_id" text NOT NULL,
	"account_id" text NOT NULL,
	"password" text,
	"access_token" text,
	"refresh_token" text,
	"id_token" text,
	"access_token_expires_at" timestamp with time zone,
	"refresh_token_expires_at" timestamp with time zone,
	"scope" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "identity"."session" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"token" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ip_address" text,
	"user_agent" text,
	CONSTRAINT "session_token_unique" UNIQUE("token"),
	CONSTRAINT "session_token_is_a_hash" CHECK ("identity"."session"."token" ~ '^[0-9a-f]{64}$')
);
--> statement-breakpoint
CREATE TABLE "identity"."throttle" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer DEFAULT 1 NOT NULL,
	"since" timestamp with time zone DEFAULT now() NOT NULL,
	"last_at" timestamp with time zone DEFAULT now() NOT NULL,
	"blocked_until" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "identity"."user" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"image" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "user_email_unique" UNIQUE("email"),
	CONSTRAINT "user_email_canonical" CHECK ("identity"."user"."email" = lower("identity"."user"."email"))
);
--> statement-breakpoint
CREATE TABLE "identity"."verification" (
	"id" uuid PRIMARY KEY NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "signing_keys" (
	"kid" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "signing_keys_kid_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"purpose" text NOT NULL,
	"public_key" text,
	"sealed_key" text NOT NULL,
	"valid_from" timestamp with time zone DEFAULT now() NOT NULL,
	"valid_until" timestamp with time zone,
	CONSTRAINT "signing_keys_purpose_known" CHECK ("signing_keys"."purpose" IN ('ticket', 'label', 'token'))
);
--> statement-breakpoint
CREATE TABLE "site_content" (
	"id" uuid PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"content" jsonb NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "site_content_key_unique" UNIQUE("key"),
	CONSTRAINT "site_content_is_object" CHECK (jsonb_typeof("site_content"."content") = 'object')
);
--> statement-breakpoint
CREATE TABLE "artists" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"bio" text NOT NULL,
	"tagline" text,
	"image_url" text,
	"image_position" text DEFAULT 'center' NOT NULL,
	"youtube_link" text,
	"featured" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "artists_name_not_reserved" CHECK (lower(btrim("artists"."name")) NOT IN ('vip', 'standard', 'early bird', 'group package')),
	CONSTRAINT "artists_video_link_is_web" CHECK ("artists"."youtube_link" ~ '^https?://'),
	CONSTRAINT "artists_image_position_known" CHECK ("artists"."image_position" IN ('top left', 'top', 'top right', 'left', 'center', 'right', 'bottom left', 'bottom', 'bottom right'))
);
--> statement-breakpoint
CREATE TABLE "event_artists" (
	"event_id" uuid NOT NULL,
	"artist_id" uuid NOT NULL,
	"billing" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "event_artists_event_id_artist_id_pk" PRIMARY KEY("event_id","artist_id")
);
--> statement-breakpoint
CREATE TABLE "event_tickets" (
	"event_id" uuid NOT NULL,
	"ticket_id" uuid NOT NULL,
	CONSTRAINT "event_tickets_event_id_ticket_id_pk" PRIMARY KEY("event_id","ticket_id")
);
--> statement-breakpoint
CREATE TABLE "events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"date" date NOT NULL,
	"time" time,
	"location" text NOT NULL,
	"image_url" text,
	"image_position" text DEFAULT 'center' NOT NULL,
	"light" text DEFAULT '#38F2C0' NOT NULL,
	"is_available" boolean DEFAULT true NOT NULL,
	"cancelled_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "events_image_position_known" CHECK ("events"."image_position" IN ('top left', 'top', 'top right', 'left', 'center', 'right', 'bottom left', 'bottom', 'bottom right')),
	CONSTRAINT "events_light_is_colour" CHECK ("events"."light" ~ '^#[0-9A-Fa-f]{6}$')
);
--> statement-breakpoint
CREATE TABLE "pictures" (
	"url" text PRIMARY KEY NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"sources" jsonb NOT NULL,
	"wide" jsonb,
	"alt_text" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tickets" (
	"id" uuid PRIMARY KEY NOT NULL,
	"event_id" uuid,
	"type" text NOT NULL,
	"price" bigint NOT NULL,
	"entries" integer DEFAULT 1 NOT NULL,
	"is_visible" boolean DEFAULT true NOT NULL,
	"stripe_price_id" text,
	"price_agreed_at" timestamp with time zone,
	"description" text,
	"image_url" text,
	"image_position" text DEFAULT 'center' NOT NULL,
	"is_used" boolean DEFAULT false NOT NULL,
	"is_quick_purchase" boolean DEFAULT false NOT NULL,
	"is_season_pass" boolean DEFAULT false NOT NULL,
	"family" text DEFAULT 'ordinary' NOT NULL,
	"offer_rank" integer,
	"sale_starts_at" timestamp with time zone,
	"sale_ends_at" timestamp with time zone,
	"archived_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "tickets_stripe_price_id_unique" UNIQUE("stripe_price_id"),
	CONSTRAINT "tickets_type_named" CHECK (btrim("tickets"."type") <> ''),
	CONSTRAINT "tickets_price_not_negative" CHECK ("tickets"."price" >= 0),
	CONSTRAINT "tickets_entries_positive" CHECK ("tickets"."entries" BETWEEN 1 AND 100),
	CONSTRAINT "tickets_family_known" CHECK ("tickets"."family" IN ('ordinary', 'season_pass', 'early_bird')),
	CONSTRAINT "tickets_image_position_known" CHECK ("tickets"."image_position" IN ('top left', 'top', 'top right', 'left', 'center', 'right', 'bottom left', 'bottom', 'bottom right'))
);
--> statement-breakpoint
CREATE TABLE "admissions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"purchase_id" uuid,
	"device_id" uuid NOT NULL,
	"nonce" text NOT NULL,
	"operator_id" uuid NOT NULL,
	"verdict" text NOT NULL,
	"entries" integer DEFAULT 0 NOT NULL,
	"entries_left" integer,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "admissions_once" UNIQUE("device_id","nonce"),
	CONSTRAINT "admissions_take_only_when_admitted" CHECK (("admissions"."verdict" = 'admitted') = ("admissions"."entries" > 0))
);
--> statement-breakpoint
CREATE TABLE "journal" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "journal_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"actor_id" uuid,
	"actor_kind" text NOT NULL,
	"subject_kind" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"what" text NOT NULL,
	"before" jsonb,
	"after" jsonb
);
--> statement-breakpoint
CREATE TABLE "letters" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"dedupe_key" text NOT NULL,
	"recipient" text NOT NULL,
	"user_id" uuid,
	"order_id" uuid,
	"purchase_id" uuid,
	"variables" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"message_id" text NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_error" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp with time zone,
	CONSTRAINT "letters_dedupe_key_unique" UNIQUE("dedupe_key"),
	CONSTRAINT "letters_message_id_unique" UNIQUE("message_id"),
	CONSTRAINT "letters_state_known" CHECK ("letters"."state" IN ('queued', 'inflight', 'sent', 'dead', 'bounced'))
);
--> statement-breakpoint
CREATE TABLE "checkout_attempts" (
	"order_id" uuid NOT NULL,
	"no" integer NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"state" text DEFAULT 'prepared' NOT NULL,
	"request" jsonb NOT NULL,
	"session_id" text,
	"url" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"polled_at" timestamp with time zone,
	CONSTRAINT "checkout_attempts_order_id_no_pk" PRIMARY KEY("order_id","no"),
	CONSTRAINT "checkout_attempts_session_id_unique" UNIQUE("session_id"),
	CONSTRAINT "checkout_attempts_opened" CHECK ("checkout_attempts"."state" <> 'opened' OR ("checkout_attempts"."session_id" IS NOT NULL AND "checkout_attempts"."url" IS NOT NULL))
);
--> statement-breakpoint
CREATE TABLE "ledger_entries" (
	"source" text NOT NULL,
	"source_id" text NOT NULL,
	"account" text NOT NULL,
	"order_id" uuid NOT NULL,
	"amount" bigint NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ledger_entries_source_source_id_account_pk" PRIMARY KEY("source","source_id","account")
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" bigint GENERATED ALWAYS AS IDENTITY (sequence name "orders_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" uuid NOT NULL,
	"scope_id" uuid NOT NULL,
	"ticket_type_id" uuid NOT NULL,
	"event_ids" uuid[] NOT NULL,
	"quantity" integer NOT NULL,
	"entries" integer NOT NULL,
	"unit_price" bigint NOT NULL,
	"total" bigint NOT NULL,
	"currency" text DEFAULT 'ron' NOT NULL,
	"family" text NOT NULL,
	"title" text NOT NULL,
	"stripe_price_id" text,
	"state" text NOT NULL,
	"stake" text NOT NULL,
	"origin" text NOT NULL,
	"is_test" boolean DEFAULT false NOT NULL,
	"request_key" text,
	"hold_expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"paid_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	CONSTRAINT "orders_state_known" CHECK ("orders"."state" IN ('held', 'checkout_open', 'payment_pending', 'paid', 'partially_refunded', 'disputed', 'expired', 'cancelled', 'payment_failed', 'late_paid', 'manual_review', 'refunded', 'charged_back', 'refunded_no_stock')),
	CONSTRAINT "orders_stake_goes_with_state" CHECK ((state = 'held' AND stake IN ('held')) OR (state = 'checkout_open' AND stake IN ('held')) OR (state = 'payment_pending' AND stake IN ('held')) OR (state = 'paid' AND stake IN ('sold')) OR (state = 'partially_refunded' AND stake IN ('sold')) OR (state = 'disputed' AND stake IN ('sold')) OR (state = 'expired' AND stake IN ('none')) OR (state = 'cancelled' AND stake IN ('none')) OR (state = 'payment_failed' AND stake IN ('none')) OR (state = 'late_paid' AND stake IN ('none')) OR (state = 'manual_review' AND stake IN ('held', 'none')) OR (state = 'refunded' AND stake IN ('none')) OR (state = 'charged_back' AND stake IN ('none')) OR (state = 'refunded_no_stock' AND stake IN ('none'))),
	CONSTRAINT "orders_quantity" CHECK ("orders"."quantity" BETWEEN 1 AND 10),
	CONSTRAINT "orders_total" CHECK ("orders"."total" = "orders"."unit_price" * "orders"."quantity" AND "orders"."unit_price" >= 0),
	CONSTRAINT "orders_admit_somewhere" CHECK (cardinality("orders"."event_ids") BETWEEN 1 AND 200)
);
--> statement-breakpoint
CREATE TABLE "payment_notices" (
	"event_id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"session_id" text,
	"payment_intent_id" text,
	"order_id" uuid,
	"state" text DEFAULT 'received' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	"processed_at" timestamp with time zone,
	"last_error" text,
	"body" "bytea"
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"session_id" text PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"payment_intent_id" text,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payments_payment_intent_id_unique" UNIQUE("payment_intent_id"),
	CONSTRAINT "payments_amount" CHECK ("payments"."amount" >= 0)
);
--> statement-breakpoint
CREATE TABLE "provider_bucket" (
	"one_row" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"tokens" double precision NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"session_id" text NOT NULL,
	"amount" bigint NOT NULL,
	"reason" text NOT NULL,
	"state" text DEFAULT 'wanted' NOT NULL,
	"provider_refund_id" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_error" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"succeeded_at" timestamp with time zone,
	CONSTRAINT "refunds_provider_refund_id_unique" UNIQUE("provider_refund_id"),
	CONSTRAINT "refunds_amount" CHECK ("refunds"."amount" > 0)
);
--> statement-breakpoint
CREATE TABLE "stripe_subscriptions" (
	"subscription_id" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"subscription_status" text NOT NULL,
	"current_period_end" bigint NOT NULL,
	"payment_method_brand" text,
	"payment_method_last4" text,
	CONSTRAINT "stripe_subscriptions_last4" CHECK ("stripe_subscriptions"."payment_method_last4" ~ '^[0-9]{4}$')
);
--> statement-breakpoint
CREATE TABLE "ticket_purchases" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"ticket_type_id" uuid NOT NULL,
	"quantity" integer NOT NULL,
	"units" integer NOT NULL,
	"places" integer NOT NULL,
	"total_price" bigint NOT NULL,
	"ticket_code" text NOT NULL,
	"purchase_date" timestamp with time zone DEFAULT now() NOT NULL,
	"email_sent" boolean DEFAULT false NOT NULL,
	"stripe_price_id" text,
	"status" text DEFAULT 'paid' NOT NULL,
	"entries_total" integer NOT NULL,
	"entries_remaining" integer NOT NULL,
	"secret_version" integer DEFAULT 1 NOT NULL,
	"holder_name" text,
	"checkout_session_id" text,
	"is_test" boolean DEFAULT false NOT NULL,
	CONSTRAINT "ticket_purchases_ticket_code_unique" UNIQUE("ticket_code"),
	CONSTRAINT "ticket_purchases_quantity" CHECK ("ticket_purchases"."quantity" BETWEEN 1 AND 10),
	CONSTRAINT "ticket_purchases_entries" CHECK ("ticket_purchases"."entries_remaining" BETWEEN 0 AND "ticket_purchases"."entries_total"),
	CONSTRAINT "ticket_purchases_price" CHECK ("ticket_purchases"."total_price" >= 0),
	CONSTRAINT "ticket_purchases_status_known" CHECK ("ticket_purchases"."status" IN ('pending', 'paid', 'refunded', 'cancelled'))
);
--> statement-breakpoint
CREATE TABLE "profiles" (
	"id" uuid PRIMARY KEY NOT NULL,
	"role" text DEFAULT 'user' NOT NULL,
	"full_name" text,
	"phone" text,
	"avatar_url" text,
	"email" "citext",
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "profiles_email_unique" UNIQUE("email"),
	CONSTRAINT "profiles_role_known" CHECK ("profiles"."role" IN ('user', 'gate', 'admin')),
	CONSTRAINT "profiles_full_name_length" CHECK (length("profiles"."full_name") <= 200),
	CONSTRAINT "profiles_phone_length" CHECK (length("profiles"."phone") <= 32)
);
--> statement-breakpoint
CREATE TABLE "stock_counters" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"capacity" integer NOT NULL,
	"held" integer DEFAULT 0 NOT NULL,
	"sold" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "stock_kind_known" CHECK ("stock_counters"."kind" IN ('units', 'places')),
	CONSTRAINT "stock_never_oversold" CHECK ("stock_counters"."held" >= 0 AND "stock_counters"."sold" >= 0 AND "stock_counters"."held"::bigint + "stock_counters"."sold" <= "stock_counters"."capacity")
);
--> statement-breakpoint
ALTER TABLE "identity"."account" ADD CONSTRAINT "account_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "identity"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity"."session" ADD CONSTRAINT "session_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "identity"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_artists" ADD CONSTRAINT "event_artists_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_artists" ADD CONSTRAINT "event_artists_artist_id_artists_id_fk" FOREIGN KEY ("artist_id") REFERENCES "public"."artists"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_tickets" ADD CONSTRAINT "event_tickets_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_tickets" ADD CONSTRAINT "event_tickets_ticket_id_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."tickets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "admissions" ADD CONSTRAINT "admissions_purchase_id_ticket_purchases_id_fk" FOREIGN KEY ("purchase_id") REFERENCES "public"."ticket_purchases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkout_attempts" ADD CONSTRAINT "checkout_attempts_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_user_id_profiles_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_ticket_type_id_tickets_id_fk" FOREIGN KEY ("ticket_type_id") REFERENCES "public"."tickets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_session_id_payments_session_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."payments"("session_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stripe_subscriptions" ADD CONSTRAINT "stripe_subscriptions_user_id_profiles_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_purchases" ADD CONSTRAINT "ticket_purchases_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_purchases" ADD CONSTRAINT "ticket_purchases_user_id_profiles_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_purchases" ADD CONSTRAINT "ticket_purchases_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_purchases" ADD CONSTRAINT "ticket_purchases_ticket_type_id_tickets_id_fk" FOREIGN KEY ("ticket_type_id") REFERENCES "public"."tickets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_user_idx" ON "identity"."account" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "session_user_idx" ON "identity"."session" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "session_expiry_idx" ON "identity"."session" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "throttle_last_idx" ON "identity"."throttle" USING btree ("last_at");--> statement-breakpoint
CREATE INDEX "verification_identifier_idx" ON "identity"."verification" USING btree ("identifier");--> statement-breakpoint
CREATE INDEX "verification_value_idx" ON "identity"."verification" USING btree ("value");--> statement-breakpoint
CREATE INDEX "event_artists_artist_idx" ON "event_artists" USING btree ("artist_id");--> statement-breakpoint
CREATE INDEX "event_tickets_ticket_idx" ON "event_tickets" USING btree ("ticket_id");--> statement-breakpoint
CREATE INDEX "events_date_idx" ON "events" USING btree ("date","id");--> statement-breakpoint
CREATE INDEX "tickets_event_idx" ON "tickets" USING btree ("event_id");--> statement-breakpoint
CREATE UNIQUE INDEX "tickets_one_quick_purchase" ON "tickets" USING btree ((true)) WHERE "tickets"."is_quick_purchase";--> statement-breakpoint
CREATE INDEX "admissions_purchase_idx" ON "admissions" USING btree ("purchase_id");--> statement-breakpoint
CREATE INDEX "journal_subject_idx" ON "journal" USING btree ("subject_id","id");--> statement-breakpoint
CREATE INDEX "letters_waiting_idx" ON "letters" USING btree ("next_at") WHERE "letters"."state" IN ('queued', 'inflight');--> statement-breakpoint
CREATE INDEX "letters_order_idx" ON "letters" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "checkout_attempts_open_idx" ON "checkout_attempts" USING btree ("created_at") WHERE "checkout_attempts"."state" = 'opened';--> statement-breakpoint
CREATE INDEX "ledger_order_idx" ON "ledger_entries" USING btree ("order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_one_open" ON "orders" USING btree ("user_id","scope_id") WHERE "orders"."state" IN ('held', 'checkout_open', 'payment_pending');--> statement-breakpoint
CREATE UNIQUE INDEX "orders_request" ON "orders" USING btree ("user_id","request_key") WHERE "orders"."request_key" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "orders_owner_idx" ON "orders" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "orders_due_idx" ON "orders" USING btree ("hold_expires_at") WHERE "orders"."stake" = 'held';--> statement-breakpoint
CREATE INDEX "payment_notices_waiting_idx" ON "payment_notices" USING btree ("next_at") WHERE "payment_notices"."state" = 'received';--> statement-breakpoint
CREATE INDEX "payments_order_idx" ON "payments" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "refunds_order_idx" ON "refunds" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "refunds_waiting_idx" ON "refunds" USING btree ("next_at") WHERE "refunds"."state" IN ('wanted', 'pending');--> statement-breakpoint
CREATE INDEX "stripe_subscriptions_owner_idx" ON "stripe_subscriptions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "ticket_purchases_owner_idx" ON "ticket_purchases" USING btree ("user_id","purchase_date");--> statement-breakpoint
CREATE INDEX "ticket_purchases_order_idx" ON "ticket_purchases" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "ticket_purchases_event_idx" ON "ticket_purchases" USING btree ("event_id","purchase_date");--> statement-breakpoint
CREATE UNIQUE INDEX "ticket_purchases_once" ON "ticket_purchases" USING btree ("order_id","event_id");--> statement-breakpoint
ALTER TABLE "letters" ADD CONSTRAINT "letters_of_an_order" FOREIGN KEY ("order_id") REFERENCES "orders"("id");--> statement-breakpoint
ALTER TABLE "letters" ADD CONSTRAINT "letters_of_a_purchase" FOREIGN KEY ("purchase_id") REFERENCES "ticket_purchases"("id");--> statement-breakpoint
ALTER TABLE "stock_counters" SET (fillfactor = 40, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);--> statement-breakpoint
ALTER TABLE "orders" SET (fillfactor = 80);
