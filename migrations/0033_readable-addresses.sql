CREATE TABLE "slugs" (
	"kind" text NOT NULL,
	"slug" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"given_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "slugs_kind_slug_pk" PRIMARY KEY("kind","slug"),
	CONSTRAINT "slugs_kind_known" CHECK ("slugs"."kind" IN ('event', 'artist')),
	CONSTRAINT "slugs_readable" CHECK ("slugs"."slug" ~ '^[a-z0-9]+(-[a-z0-9]+)*$' AND "slugs"."slug" !~ '^[0-9a-f-]{36}$' AND length("slugs"."slug") <= 80)
);
--> statement-breakpoint
ALTER TABLE "artists" ADD COLUMN "slug" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "slug" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "pictures" ADD COLUMN "has_title" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- Nothing was written over the pictures that there are, and posters come with their letters: none is written over them now.
UPDATE "pictures" SET "has_title" = true WHERE "uploaded_by" IS NOT NULL;
