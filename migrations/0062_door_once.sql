CREATE TABLE "chief_proofs" (
	"hash" text PRIMARY KEY NOT NULL,
	"device_id" uuid NOT NULL,
	"seq" integer NOT NULL,
	"used_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "chief_proofs_hash_is_a_hash" CHECK ("chief_proofs"."hash" ~ '^[0-9a-f]{64}$'),
	CONSTRAINT "chief_proofs_seq" CHECK ("chief_proofs"."seq" >= 1)
);
--> statement-breakpoint
ALTER TABLE "gate_log" DROP CONSTRAINT "gate_log_finding_known";--> statement-breakpoint
ALTER TABLE "gate_log" DROP CONSTRAINT "gate_log_reason_known";--> statement-breakpoint
ALTER TABLE "double_marks" ALTER COLUMN "purchase_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "double_marks" ALTER COLUMN "entered" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "gate_devices" ADD COLUMN "till_bani" bigint;--> statement-breakpoint
ALTER TABLE "gate_devices" ADD COLUMN "till_by" uuid;--> statement-breakpoint
ALTER TABLE "gate_devices" ADD COLUMN "till_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "double_marks" ADD COLUMN "guest_id" uuid;--> statement-breakpoint
ALTER TABLE "double_marks" ADD COLUMN "row_digest" text;--> statement-breakpoint
ALTER TABLE "chief_proofs" ADD CONSTRAINT "chief_proofs_device_id_gate_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."gate_devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "chief_proofs_device_idx" ON "chief_proofs" USING btree ("device_id");--> statement-breakpoint
ALTER TABLE "double_marks" ADD CONSTRAINT "double_marks_guest_id_listed_guests_id_fk" FOREIGN KEY ("guest_id") REFERENCES "public"."listed_guests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "double_marks" ADD CONSTRAINT "double_marks_one_guest" UNIQUE("guest_id","entered");--> statement-breakpoint
ALTER TABLE "double_marks" ADD CONSTRAINT "double_marks_one_row" UNIQUE("event_id","row_digest");--> statement-breakpoint
ALTER TABLE "gate_devices" ADD CONSTRAINT "gate_devices_till" CHECK ("gate_devices"."till_bani" >= 0 AND num_nonnulls("gate_devices"."till_bani", "gate_devices"."till_by", "gate_devices"."till_at") IN (0, 3));--> statement-breakpoint
ALTER TABLE "gate_log" ADD CONSTRAINT "gate_log_finding_known" CHECK ("gate_log"."finding" IN ('void', 'cancelled', 'given_back', 'replaced', 'suspended', 'elsewhere', 'unproven', 'revoked', 'same_number', 'unreadable', 'late_undo', 'no_exit', 'no_chief', 'chief_stopped', 'same_code', 'over_places', 'over_stock', 'other_price'));--> statement-breakpoint
ALTER TABLE "gate_log" ADD CONSTRAINT "gate_log_reason_known" CHECK ("gate_log"."reason" IN ('mistake', 'not_entered', 'payment_seen', 'on_guest_list', 'other', 'artist', 'team', 'forged', 'foreign'));--> statement-breakpoint
ALTER TABLE "double_marks" ADD CONSTRAINT "double_marks_of_one" CHECK (num_nonnulls("double_marks"."purchase_id", "double_marks"."guest_id", "double_marks"."row_digest") = 1 AND ("double_marks"."row_digest" IS NULL) = ("double_marks"."entered" IS NOT NULL));--> statement-breakpoint
ALTER TABLE "double_marks" ADD CONSTRAINT "double_marks_digest_is_a_hash" CHECK ("double_marks"."row_digest" ~ '^[0-9a-f]{64}$');