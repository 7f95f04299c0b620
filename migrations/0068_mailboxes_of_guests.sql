CREATE INDEX "profiles_known_mailbox_idx" ON "profiles" USING btree (mailbox_key("contact"::text)) WHERE NOT "profiles"."is_guest" OR "profiles"."contact_proven_at" IS NOT NULL OR "profiles"."has_tickets";
--> statement-breakpoint
CREATE OR REPLACE FUNCTION "mailbox_key_of_installation"() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
BEGIN
  PERFORM make_mailbox_key(NEW.mailbox_secret);
  REINDEX INDEX public.profiles_known_mailbox_idx;
  RETURN NULL;
END
$$;
