CREATE TABLE "identity"."registration" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"email" text NOT NULL,
	"password_hash" text NOT NULL,
	"full_name" text NOT NULL,
	"phone" text NOT NULL,
	"token_hash" text,
	"token_expires_at" timestamp with time zone,
	"browser_hash" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "registration_account_id_unique" UNIQUE("account_id"),
	CONSTRAINT "registration_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "registration_email_canonical" CHECK ("identity"."registration"."email" = lower("identity"."registration"."email")),
	CONSTRAINT "registration_token_is_a_hash" CHECK ("identity"."registration"."token_hash" ~ '^[0-9a-f]{64}$'),
	CONSTRAINT "registration_browser_is_a_hash" CHECK ("identity"."registration"."browser_hash" ~ '^[0-9a-f]{64}$'),
	CONSTRAINT "registration_token_ends" CHECK (("identity"."registration"."token_hash" IS NULL) = ("identity"."registration"."token_expires_at" IS NULL))
);
--> statement-breakpoint
-- An account whose confirmation letter was written in its own transaction was made while letters were on. They are found
-- before the column comes, so that logins wait for no more than the few rows that are written.
DO $$ DECLARE asked uuid[]; BEGIN
  SELECT array_agg(u.id) INTO asked FROM identity."user" u JOIN public.profiles p ON p.id = u.id
  WHERE NOT u.email_verified
    AND EXISTS (SELECT FROM public.letters l WHERE l.user_id = u.id AND l.kind = 'confirm_address' AND l.created_at = p.created_at);
  ALTER TABLE "identity"."user" ADD COLUMN "confirm_by" timestamp with time zone;
  UPDATE identity."user" u SET confirm_by = u.created_at + interval '7 days' WHERE u.id = ANY(asked);
END $$;--> statement-breakpoint
CREATE INDEX "registration_email_idx" ON "identity"."registration" USING btree ("email","created_at");--> statement-breakpoint
CREATE INDEX "registration_created_idx" ON "identity"."registration" USING btree ("created_at");