ALTER TABLE "listed_guests" ADD COLUMN "email" text;--> statement-breakpoint
-- The last address that a guest's code was sent to, as long as the outbox knows it.
UPDATE listed_guests g SET email = l.recipient FROM (
  SELECT DISTINCT ON (variables->>'guest') variables->>'guest' AS guest, recipient FROM letters
  WHERE kind = 'guest_place' AND recipient <> '' AND variables ? 'guest' ORDER BY variables->>'guest', created_at DESC) l
WHERE g.id::text = l.guest AND g.name IS NOT NULL;
