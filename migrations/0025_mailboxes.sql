-- Whose mailbox an address leads to, as a number: what stands behind a plus is dropped, and at Gmail the dots as well. For
-- counting people, never for writing to them. Not STRICT, because then it could not be written into the statements that
-- call it for every hold.
CREATE FUNCTION "mailbox_key"("address" text) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN hashtextextended(
  CASE WHEN split_part(lower(address), '@', 2) IN ('gmail.com', 'googlemail.com')
    THEN replace(split_part(split_part(lower(address), '@', 1), '+', 1), '.', '') || '@gmail.com'
    ELSE split_part(split_part(lower(address), '@', 1), '+', 1) || '@' || split_part(lower(address), '@', 2) END, 25);
--> statement-breakpoint
CREATE INDEX "orders_unpaid_idx" ON "orders" USING btree ("user_id",coalesce("ended_at", 'infinity')) WHERE "orders"."state" IN ('held', 'checkout_open', 'payment_pending', 'expired', 'cancelled', 'payment_failed');
--> statement-breakpoint
CREATE INDEX "profiles_mailbox_idx" ON "profiles" USING btree (mailbox_key("email"::text));