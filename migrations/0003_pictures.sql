ALTER TABLE "site_content" ADD COLUMN "background_url" text GENERATED ALWAYS AS (nullif(content ->> 'background_url', '')) STORED;--> statement-breakpoint
ALTER TABLE "site_content" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "site_content" ADD COLUMN "updated_by" uuid;--> statement-breakpoint
ALTER TABLE "pictures" ADD COLUMN "light" text;--> statement-breakpoint
ALTER TABLE "pictures" ADD COLUMN "bytes" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "pictures" ADD COLUMN "uploaded_by" uuid;--> statement-breakpoint
ALTER TABLE "pictures" ADD COLUMN "unused_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "site_content" ADD CONSTRAINT "site_content_background_url_pictures_url_fk" FOREIGN KEY ("background_url") REFERENCES "public"."pictures"("url") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "artists" ADD CONSTRAINT "artists_image_url_pictures_url_fk" FOREIGN KEY ("image_url") REFERENCES "public"."pictures"("url") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_image_url_pictures_url_fk" FOREIGN KEY ("image_url") REFERENCES "public"."pictures"("url") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_image_url_pictures_url_fk" FOREIGN KEY ("image_url") REFERENCES "public"."pictures"("url") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "pictures_uploads_idx" ON "pictures" USING btree ("uploaded_by","created_at");--> statement-breakpoint
CREATE INDEX "pictures_unused_idx" ON "pictures" USING btree ("unused_since") WHERE "pictures"."unused_since" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "pictures" ADD CONSTRAINT "pictures_url_is_ours" CHECK ("pictures"."url" ~ '^/[a-z0-9_]');--> statement-breakpoint
ALTER TABLE "pictures" ADD CONSTRAINT "pictures_alt_text_short" CHECK (length("pictures"."alt_text") <= 300);--> statement-breakpoint
ALTER TABLE "pictures" ADD CONSTRAINT "pictures_light_is_colour" CHECK ("pictures"."light" ~ '^#[0-9A-Fa-f]{6}$');