ALTER TABLE "identity"."flow_state" ADD COLUMN "links_to" uuid;--> statement-breakpoint
ALTER TABLE "identity"."flow_state" ADD COLUMN "subject" text;--> statement-breakpoint
ALTER TABLE "identity"."flow_state" ADD CONSTRAINT "flow_state_links_to_user_id_fk" FOREIGN KEY ("links_to") REFERENCES "identity"."user"("id") ON DELETE cascade ON UPDATE no action;