ALTER TABLE "gate_log" DROP CONSTRAINT "gate_log_finding_known";--> statement-breakpoint
ALTER TABLE "gate_log" DROP CONSTRAINT "gate_log_reason_known";--> statement-breakpoint
ALTER TABLE "gate_devices" ADD COLUMN "rows_accepted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "gate_devices" ADD COLUMN "rows_accepted_by" uuid;--> statement-breakpoint
ALTER TABLE "gate_devices" ADD COLUMN "is_chief" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "gate_invitations" ADD COLUMN "is_chief" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "gate_log" ADD COLUMN "chief_device" uuid;--> statement-breakpoint
ALTER TABLE "gate_log" ADD CONSTRAINT "gate_log_chief_device_gate_devices_id_fk" FOREIGN KEY ("chief_device") REFERENCES "public"."gate_devices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gate_devices" ADD CONSTRAINT "gate_devices_accepted_by" CHECK (("gate_devices"."rows_accepted_at" IS NULL) = ("gate_devices"."rows_accepted_by" IS NULL) AND ("gate_devices"."rows_accepted_at" IS NULL OR "gate_devices"."revoked_at" IS NOT NULL));--> statement-breakpoint
ALTER TABLE "gate_log" ADD CONSTRAINT "gate_log_chief_overrides" CHECK ("gate_log"."chief_device" IS NULL OR "gate_log"."mode" = 'override');--> statement-breakpoint
ALTER TABLE "gate_log" ADD CONSTRAINT "gate_log_finding_known" CHECK ("gate_log"."finding" IN ('void', 'cancelled', 'given_back', 'replaced', 'suspended', 'elsewhere', 'unproven', 'revoked', 'same_number', 'unreadable', 'late_undo', 'no_exit', 'no_chief', 'over_stock', 'other_price'));--> statement-breakpoint
ALTER TABLE "gate_log" ADD CONSTRAINT "gate_log_reason_known" CHECK ("gate_log"."reason" IN ('mistake', 'not_entered', 'payment_seen', 'on_guest_list', 'other'));