-- In a transaction of its own, which locks only these rows. Who gets a ticket meanwhile is marked by the rules.
UPDATE "profiles" AS g SET "has_tickets" = true
WHERE g."is_guest" AND EXISTS (SELECT FROM "ticket_purchases" AS p WHERE p."user_id" = g."id");
