CREATE INDEX "letters_queue_idx" ON "letters" USING btree ((CASE WHEN tries -> -1 ->> 'what' = 'refused' THEN 3 WHEN night_message_id IS NOT NULL THEN 2
  WHEN kind IN ('confirm_address', 'confirm_new_address', 'address_known', 'reset_password', 'one_time_code', 'newsletter_confirm') THEN 1 ELSE 0 END),"next_at") WHERE "letters"."state" = 'queued';--> statement-breakpoint
DROP INDEX "letters_lanes_idx";
