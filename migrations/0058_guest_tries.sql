CREATE TABLE "guest_tries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"network" text NOT NULL,
	"places" integer NOT NULL,
	"user_id" uuid,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "guest_tries_network_is_a_hash" CHECK ("guest_tries"."network" ~ '^[0-9a-f]{64}$'),
	CONSTRAINT "guest_tries_places" CHECK ("guest_tries"."places" >= 0)
);
--> statement-breakpoint
ALTER TABLE "guest_tries" ADD CONSTRAINT "guest_tries_user_id_profiles_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "guest_tries_network_idx" ON "guest_tries" USING btree ("network","at");--> statement-breakpoint
CREATE INDEX "guest_tries_at_idx" ON "guest_tries" USING btree ("at");--> statement-breakpoint
CREATE INDEX "guest_tries_user_idx" ON "guest_tries" USING btree ("user_id");