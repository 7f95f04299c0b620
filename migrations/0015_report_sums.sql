CREATE TABLE "member_days" (
	"day" date PRIMARY KEY NOT NULL,
	"members" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sales_totals" DROP CONSTRAINT "sales_totals_kind";--> statement-breakpoint
CREATE INDEX "tickets_name_idx" ON "tickets" USING btree ((md5("type")::uuid));--> statement-breakpoint
CREATE INDEX "sales_totals_subject_idx" ON "sales_totals" USING btree ("subject_id","grain","day");--> statement-breakpoint
ALTER TABLE "sales_totals" ADD CONSTRAINT "sales_totals_kind" CHECK ("sales_totals"."kind" IN ('all', 'event', 'type', 'name') AND "sales_totals"."grain" IN ('day', 'month', 'ever'));--> statement-breakpoint
INSERT INTO "sales_totals" ("kind", "grain", "day", "subject_id", "purchases", "quantity", "revenue")
SELECT "kind", 'ever', DATE '0001-01-01', "subject_id", sum("purchases"), sum("quantity"), sum("revenue") FROM "sales_totals" WHERE "grain" = 'month' GROUP BY "kind", "subject_id";
--> statement-breakpoint
INSERT INTO "sales_totals" ("kind", "grain", "day", "subject_id", "purchases", "quantity", "revenue")
SELECT 'name', s."grain", s."day", md5(t."type")::uuid, sum(s."purchases"), sum(s."quantity"), sum(s."revenue") FROM "sales_totals" s JOIN "tickets" t ON t."id" = s."subject_id" WHERE s."kind" = 'type' GROUP BY s."grain", s."day", md5(t."type")::uuid;
