CREATE TABLE "team_invitations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"secret_hash" text NOT NULL,
	"invited_by" uuid NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"accepted_by" uuid,
	CONSTRAINT "team_invitations_secret_hash_unique" UNIQUE("secret_hash"),
	CONSTRAINT "team_invitations_email_canonical" CHECK ("team_invitations"."email" = lower("team_invitations"."email") AND "team_invitations"."email" LIKE '%@%'),
	CONSTRAINT "team_invitations_role_known" CHECK ("team_invitations"."role" IN ('gate', 'door_chief', 'box_office', 'manager', 'accountant', 'admin')),
	CONSTRAINT "team_invitations_secret_is_a_hash" CHECK ("team_invitations"."secret_hash" ~ '^[0-9a-f]{64}$'),
	CONSTRAINT "team_invitations_state_known" CHECK ("team_invitations"."state" IN ('waiting', 'accepted', 'withdrawn')),
	CONSTRAINT "team_invitations_accepted_by" CHECK (("team_invitations"."state" = 'accepted') = ("team_invitations"."accepted_by" IS NOT NULL)),
	CONSTRAINT "team_invitations_end" CHECK ("team_invitations"."expires_at" > "team_invitations"."created_at")
);
--> statement-breakpoint
CREATE TABLE "team_settings" (
	"one_row" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"demands_factor" boolean DEFAULT false NOT NULL,
	"refund_limit" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "team_settings_is_one_row" CHECK ("team_settings"."one_row"),
	CONSTRAINT "team_settings_refund_limit" CHECK ("team_settings"."refund_limit" BETWEEN 0 AND 10000000)
);
--> statement-breakpoint
ALTER TABLE "team_invitations" ADD CONSTRAINT "team_invitations_invited_by_profiles_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."profiles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_invitations" ADD CONSTRAINT "team_invitations_accepted_by_profiles_id_fk" FOREIGN KEY ("accepted_by") REFERENCES "public"."profiles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "team_invitations_one_waiting" ON "team_invitations" USING btree ("email") WHERE "team_invitations"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "team_invitations_expiry_idx" ON "team_invitations" USING btree ("expires_at");