CREATE TABLE "guest_sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"token" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "guest_sessions_token_unique" UNIQUE("token"),
	CONSTRAINT "guest_sessions_token_is_a_hash" CHECK ("guest_sessions"."token" ~ '^[0-9a-f]{64}$')
);
--> statement-breakpoint
ALTER TABLE "stock_counters" DROP CONSTRAINT "stock_kind_known";--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "is_guest" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "contact_email" "citext";--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "contact_proven_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "contact_corrected_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "contact_version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "contact" "citext" GENERATED ALWAYS AS (coalesce(email, contact_email)) STORED;--> statement-breakpoint
ALTER TABLE "guest_sessions" ADD CONSTRAINT "guest_sessions_user_id_profiles_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "guest_sessions_user_idx" ON "guest_sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "guest_sessions_expiry_idx" ON "guest_sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "profiles_contact_mailbox_idx" ON "profiles" USING btree (mailbox_key("contact"::text));--> statement-breakpoint
CREATE INDEX "profiles_guests_idx" ON "profiles" USING btree ("created_at") WHERE "profiles"."is_guest";--> statement-breakpoint
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_guest_without_account" CHECK (CASE WHEN "profiles"."is_guest" THEN "profiles"."email" IS NULL AND "profiles"."role" = 'user'
        ELSE "profiles"."contact_email" IS NULL AND "profiles"."contact_proven_at" IS NULL AND "profiles"."contact_corrected_at" IS NULL END);--> statement-breakpoint
ALTER TABLE "stock_counters" ADD CONSTRAINT "stock_guests_only_hold" CHECK ("stock_counters"."kind" <> 'guest_holds' OR "stock_counters"."sold" = 0);--> statement-breakpoint
ALTER TABLE "stock_counters" ADD CONSTRAINT "stock_kind_known" CHECK ("stock_counters"."kind" IN ('units', 'places', 'pool', 'phase', 'voucher', 'guest_holds'));