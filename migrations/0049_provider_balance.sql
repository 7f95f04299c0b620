CREATE TABLE "balance_entries" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"gross" bigint NOT NULL,
	"fee" bigint NOT NULL,
	"net" bigint NOT NULL,
	"payment_id" text,
	"payout_id" text,
	"available_on" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "balance_entries_kind_known" CHECK ("balance_entries"."kind" IN ('charge', 'refund', 'dispute', 'fee', 'payout', 'other')),
	CONSTRAINT "balance_entries_net" CHECK ("balance_entries"."net" = "balance_entries"."gross" - "balance_entries"."fee")
);
--> statement-breakpoint
CREATE TABLE "payouts" (
	"id" text PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"amount" bigint NOT NULL,
	"arrives_at" timestamp with time zone NOT NULL,
	"entries_read_at" timestamp with time zone,
	CONSTRAINT "payouts_state_known" CHECK ("payouts"."state" IN ('under_way', 'paid', 'failed'))
);
--> statement-breakpoint
ALTER TABLE "reconciliations" ADD COLUMN "entries_read" integer;--> statement-breakpoint
ALTER TABLE "balance_entries" ADD CONSTRAINT "balance_entries_payout_id_payouts_id_fk" FOREIGN KEY ("payout_id") REFERENCES "public"."payouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "balance_entries_payment_idx" ON "balance_entries" USING btree ("payment_id") WHERE "balance_entries"."payment_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "balance_entries_payout_idx" ON "balance_entries" USING btree ("payout_id") WHERE "balance_entries"."payout_id" IS NOT NULL;