CREATE TABLE "identity"."refresh_token" (
	"id" uuid PRIMARY KEY NOT NULL,
	"session_id" uuid NOT NULL,
	"hash" text NOT NULL,
	"parent_id" uuid,
	"used_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "refresh_token_hash_unique" UNIQUE("hash"),
	CONSTRAINT "refresh_token_parent_id_unique" UNIQUE("parent_id"),
	CONSTRAINT "refresh_token_is_a_hash" CHECK ("identity"."refresh_token"."hash" ~ '^[0-9a-f]{64}$')
);
--> statement-breakpoint
ALTER TABLE "identity"."session" ADD COLUMN "aal" text DEFAULT 'aal1' NOT NULL;--> statement-breakpoint
ALTER TABLE "identity"."session" ADD COLUMN "amr" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "identity"."user" ADD COLUMN "email_confirmed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "identity"."refresh_token" ADD CONSTRAINT "refresh_token_session_id_session_id_fk" FOREIGN KEY ("session_id") REFERENCES "identity"."session"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "refresh_token_session_idx" ON "identity"."refresh_token" USING btree ("session_id");--> statement-breakpoint
ALTER TABLE "identity"."session" ADD CONSTRAINT "session_aal_known" CHECK ("identity"."session"."aal" IN ('aal1', 'aal2'));