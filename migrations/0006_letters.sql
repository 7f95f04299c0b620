CREATE TABLE "email_template_versions" (
	"template_name" text NOT NULL,
	"version" integer NOT NULL,
	"subject" text NOT NULL,
	"html_content" text NOT NULL,
	"text_content" text NOT NULL,
	"author_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "email_template_versions_template_name_version_pk" PRIMARY KEY("template_name","version")
);
--> statement-breakpoint
CREATE TABLE "email_templates" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"subject" text NOT NULL,
	"html_content" text NOT NULL,
	"text_content" text DEFAULT '' NOT NULL,
	"version" integer NOT NULL,
	"is_built_in" boolean DEFAULT false NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "email_templates_name_unique" UNIQUE("name"),
	CONSTRAINT "email_templates_name_plain" CHECK ("email_templates"."name" ~ '^[a-z0-9_]{1,64}$'),
	CONSTRAINT "email_templates_size" CHECK (octet_length("email_templates"."html_content") <= 262144)
);
--> statement-breakpoint
CREATE TABLE "email_settings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"smtp_host" text NOT NULL,
	"smtp_port" integer DEFAULT 587 NOT NULL,
	"pop3_host" text,
	"pop3_port" integer DEFAULT 995,
	"username" text NOT NULL,
	"password" text NOT NULL,
	"from_email" text NOT NULL,
	"from_name" text NOT NULL,
	"reply_to" text,
	"enabled" boolean DEFAULT false NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "email_settings_smtp_port_real" CHECK ("email_settings"."smtp_port" BETWEEN 1 AND 65535),
	CONSTRAINT "email_settings_pop3_port_real" CHECK ("email_settings"."pop3_port" BETWEEN 1 AND 65535),
	CONSTRAINT "email_settings_from_is_address" CHECK ("email_settings"."from_email" ~ '^[^@\s]+@[^@\s]+$'),
	CONSTRAINT "email_settings_reply_is_address" CHECK ("email_settings"."reply_to" ~ '^[^@\s]+@[^@\s]+$'),
	CONSTRAINT "email_settings_password_sealed" CHECK ("email_settings"."password" ~ '^v1\.')
);
--> statement-breakpoint
CREATE TABLE "newsletter_subscriptions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"token_hash" text NOT NULL,
	"asked" integer DEFAULT 1 NOT NULL,
	"asked_since" timestamp with time zone DEFAULT now() NOT NULL,
	"asked_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"confirmed_at" timestamp with time zone,
	"unsubscribed_at" timestamp with time zone,
	CONSTRAINT "newsletter_subscriptions_email_unique" UNIQUE("email"),
	CONSTRAINT "newsletter_subscriptions_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "newsletter_status_known" CHECK ("newsletter_subscriptions"."status" IN ('pending', 'confirmed', 'unsubscribed')),
	CONSTRAINT "newsletter_email_canonical" CHECK ("newsletter_subscriptions"."email" = lower("newsletter_subscriptions"."email")),
	CONSTRAINT "newsletter_token_is_a_hash" CHECK ("newsletter_subscriptions"."token_hash" ~ '^[0-9a-f]{64}$'),
	CONSTRAINT "newsletter_confirmed_has_a_moment" CHECK ("newsletter_subscriptions"."status" <> 'confirmed' OR "newsletter_subscriptions"."confirmed_at" IS NOT NULL)
);
--> statement-breakpoint
ALTER TABLE "letters" ADD COLUMN "template" text;--> statement-breakpoint
ALTER TABLE "letters" ADD COLUMN "is_fallback" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "email_settings_one_row" ON "email_settings" USING btree ((true));--> statement-breakpoint
CREATE INDEX "letters_failed_idx" ON "letters" USING btree ("id") WHERE "letters"."state" IN ('dead', 'bounced');