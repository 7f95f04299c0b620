CREATE TABLE "identity"."flow_state" (
	"id" uuid PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"state_hash" text NOT NULL,
	"code_challenge" text NOT NULL,
	"redirect_to" text NOT NULL,
	"code_hash" text,
	"user_id" uuid,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "flow_state_state_hash_unique" UNIQUE("state_hash"),
	CONSTRAINT "flow_state_code_hash_unique" UNIQUE("code_hash")
);
--> statement-breakpoint
ALTER TABLE "identity"."flow_state" ADD CONSTRAINT "flow_state_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "identity"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "flow_state_expiry_idx" ON "identity"."flow_state" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "account_subject_idx" ON "identity"."account" USING btree ("provider_id","account_id");