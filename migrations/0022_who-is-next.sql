DROP INDEX "checkout_attempts_open_idx";--> statement-breakpoint
CREATE INDEX "admissions_device_idx" ON "admissions" USING btree ("device_id","received_at");--> statement-breakpoint
CREATE INDEX "checkout_attempts_asked_idx" ON "checkout_attempts" USING btree (coalesce("polled_at", "created_at")) WHERE "checkout_attempts"."state" = 'opened';--> statement-breakpoint
CREATE INDEX "orders_pass_idx" ON "orders" USING btree ("ticket_type_id","id") WHERE "orders"."stake" = 'sold' AND "orders"."family" <> 'ordinary';