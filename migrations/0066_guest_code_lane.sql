DROP INDEX "letters_lanes_idx";--> statement-breakpoint
CREATE INDEX "letters_lanes_idx" ON "letters" USING btree ((CASE WHEN tries -> -1 ->> 'what' = 'refused' THEN 3 WHEN night_message_id IS NOT NULL THEN 2
  WHEN kind IN ('confirm_address', 'newsletter_confirm') OR kind = 'one_time_code' AND variables ? 'guest' THEN 1 ELSE 0 END),"next_at") WHERE "letters"."state" = 'queued';