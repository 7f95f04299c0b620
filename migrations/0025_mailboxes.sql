-- Whose mailbox an address leads to: kernel/email-address.ts (mailboxOf) says the same, and a test holds the two together.
CREATE FUNCTION "mailbox_of"("address" text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN CASE WHEN lower(address) ~ '@(gmail|googlemail)\.com$'
  THEN replace(regexp_replace(regexp_replace(lower(address), '^([^@+]+)\+[^@]*@', '\1@'), '@.*$', ''), '.', '') || '@gmail.com'
  ELSE regexp_replace(lower(address), '^([^@+]+)\+[^@]*@', '\1@') END;
--> statement-breakpoint
CREATE INDEX "profiles_mailbox_idx" ON "profiles" USING btree (mailbox_of("email"::text));
