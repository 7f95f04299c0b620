DROP INDEX "profiles_name_idx";--> statement-breakpoint
DROP INDEX "profiles_email_idx";--> statement-breakpoint
CREATE INDEX "profiles_words_idx" ON "profiles" USING gin ((lower(regexp_replace(normalize(coalesce(full_name, '') || ' ' || coalesce(contact::text, ''), NFD), '[\u0300-\u036f]', '', 'g') COLLATE "ro-x-icu")) gin_trgm_ops);