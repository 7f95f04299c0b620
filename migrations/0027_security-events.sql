CREATE TABLE "security_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "security_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"kind" text NOT NULL,
	"person_id" uuid,
	"actor_id" uuid,
	"network" text,
	"detail" text,
	CONSTRAINT "security_events_kind" CHECK (kind IN ('login_locked', 'step_up_failed', 'admin_session_opened', 'password_changed', 'password_reset', 'address_changed', 'factor_added', 'factor_removed', 'recovery_codes_renewed', 'recovery_code_used', 'passkey_added', 'passkey_removed', 'identity_linked', 'identity_unlinked', 'role_changed', 'data_exported', 'origin_refused')),
	CONSTRAINT "security_events_detail" CHECK (char_length("security_events"."detail") <= 200 AND "security_events"."detail" NOT LIKE '%@%')
);
--> statement-breakpoint
CREATE INDEX "security_events_at_idx" ON "security_events" USING btree ("at");--> statement-breakpoint
CREATE INDEX "security_events_kind_idx" ON "security_events" USING btree ("kind","id");--> statement-breakpoint
CREATE INDEX "security_events_person_idx" ON "security_events" USING btree ("person_id","id");