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
ALTER TABLE "site_content" ADD COLUMN "background_url" text GENERATED ALWAYS AS (nullif(content ->> 'background_url', '')) STORED;--> statement-breakpoint
ALTER TABLE "site_content" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "site_content" ADD COLUMN "updated_by" uuid;--> statement-breakpoint
ALTER TABLE "pictures" ADD COLUMN "light" text;--> statement-breakpoint
ALTER TABLE "pictures" ADD COLUMN "bytes" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "pictures" ADD COLUMN "uploaded_by" uuid;--> statement-breakpoint
ALTER TABLE "pictures" ADD COLUMN "unused_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "identity"."refresh_token" ADD CONSTRAINT "refresh_token_session_id_session_id_fk" FOREIGN KEY ("session_id") REFERENCES "identity"."session"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "refresh_token_session_idx" ON "identity"."refresh_token" USING btree ("session_id");--> statement-breakpoint
ALTER TABLE "site_content" ADD CONSTRAINT "site_content_background_url_pictures_url_fk" FOREIGN KEY ("background_url") REFERENCES "public"."pictures"("url") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "artists" ADD CONSTRAINT "artists_image_url_pictures_url_fk" FOREIGN KEY ("image_url") REFERENCES "public"."pictures"("url") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_image_url_pictures_url_fk" FOREIGN KEY ("image_url") REFERENCES "public"."pictures"("url") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_image_url_pictures_url_fk" FOREIGN KEY ("image_url") REFERENCES "public"."pictures"("url") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "pictures_uploads_idx" ON "pictures" USING btree ("uploaded_by","created_at");--> statement-breakpoint
CREATE INDEX "pictures_unused_idx" ON "pictures" USING btree ("unused_since") WHERE "pictures"."unused_since" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "identity"."session" ADD CONSTRAINT "session_aal_known" CHECK ("identity"."session"."aal" IN ('aal1', 'aal2'));--> statement-breakpoint
ALTER TABLE "pictures" ADD CONSTRAINT "pictures_url_is_ours" CHECK ("pictures"."url" ~ '^/[a-z0-9_]');--> statement-breakpoint
ALTER TABLE "pictures" ADD CONSTRAINT "pictures_alt_text_short" CHECK (length("pictures"."alt_text") <= 300);--> statement-breakpoint
ALTER TABLE "pictures" ADD CONSTRAINT "pictures_light_is_colour" CHECK ("pictures"."light" ~ '^#[0-9A-Fa-f]{6}$');