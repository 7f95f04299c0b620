CREATE TABLE "identity"."factor" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"friendly_name" text DEFAULT '' NOT NULL,
	"status" text DEFAULT 'unverified' NOT NULL,
	"sealed_secret" text NOT NULL,
	"last_step" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "factor_status_known" CHECK ("identity"."factor"."status" IN ('unverified', 'verified'))
);
--> statement-breakpoint
CREATE TABLE "identity"."factor_challenge" (
	"id" uuid PRIMARY KEY NOT NULL,
	"factor_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "identity"."recovery_code" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "recovery_code_hash_unique" UNIQUE("hash")
);
--> statement-breakpoint
ALTER TABLE "identity"."factor" ADD CONSTRAINT "factor_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "identity"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity"."factor_challenge" ADD CONSTRAINT "factor_challenge_factor_id_factor_id_fk" FOREIGN KEY ("factor_id") REFERENCES "identity"."factor"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity"."factor_challenge" ADD CONSTRAINT "factor_challenge_session_id_session_id_fk" FOREIGN KEY ("session_id") REFERENCES "identity"."session"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity"."recovery_code" ADD CONSTRAINT "recovery_code_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "identity"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "factor_user_idx" ON "identity"."factor" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "factor_name_idx" ON "identity"."factor" USING btree ("user_id","friendly_name") WHERE "identity"."factor"."friendly_name" <> '';--> statement-breakpoint
CREATE INDEX "factor_challenge_factor_idx" ON "identity"."factor_challenge" USING btree ("factor_id");--> statement-breakpoint
CREATE INDEX "recovery_code_user_idx" ON "identity"."recovery_code" USING btree ("user_id");