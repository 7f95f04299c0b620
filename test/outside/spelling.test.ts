import { execFileSync, spawnSync } from "node:child_process";
import { expect, it } from "vitest";
import { romanianIn } from "#test/support/romanian-in-code.ts";

const isThere = spawnSync("hunspell", ["-d", "ro_RO", "-l"], { input: "casă" }).status === 0;
if (!isThere) console.log("skipped: hunspell with its Romanian words (hunspell-ro) is not installed");

/** Names, words of code, and words of the trade that the dictionary does not know. */
const known =
  "Bucharest Account Webhooks WebP Stripe Early Bird Cmd certbot nginx timedatectl npm docs operations run database prepare retire unsealed dump keys pictures copy check backup nightly first night true read live name customer action url until change ticket type code friend quantity time img age doors ends guests friends coalesce tickets discount lpad paid purchase secretAdminAccess https ways camp camping checkout retrimisă promoter promoterului procesator procesatorul procesatorului Procesatorul bucket lit Fi dkim spf dmarc stripe early bird md";
/** Words of texts that the specification fixes without diacritics or in English; stems are of patterns. */
const quoted =
  "Setari Dashboard invitati insotitori intampina incerci incercati tarziu inregistrare inregistrat Incearca reseteaza Numarul Platit achizitionarea achizitionare achizitia Pret artisti selectati curand aiba putin contina cumpara clipboard copiaz Continu Corecteaz Micșoreaz Salveaz";
const allowed = new Set(`${known} ${quoted}`.split(" "));

it.runIf(isThere)("no text of a screen, letter or term has a word that Romanian does not know", () => {
  const files = execFileSync("git", ["ls-files", "src", "devkit/demo"], { encoding: "utf8" })
    .split("\n")
    .filter((file) => /\.tsx?$/.test(file) && !/\.(?:test|e2e)\./.test(file));
  const words = new Set(
    files
      .flatMap(romanianIn)
      .filter((text) => !/\b(?:SELECT|UPDATE|INSERT|WHERE|GRANT|CREATE|DELETE)\b/.test(text))
      .flatMap(
        (text) =>
          text
            .replace(/<[^>]*>|https?:\S+|\S+@\S+|\\[nt]|\\u\w{4}|[\w-]+=\S*/g, " ")
            .match(/\p{L}[\p{L}'’]*/gu) ?? [],
      ),
  );
  // a word of one or two letters, or of capitals, is a sign
  const asked = [...words].filter((word) => word.length > 2 && word !== word.toUpperCase());
  expect(asked.length).toBeGreaterThan(2000);
  const unknown = execFileSync("hunspell", ["-d", "ro_RO", "-i", "utf-8", "-l"], {
    input: asked.join("\n"),
    encoding: "utf8",
  });
  expect(unknown.split("\n").filter((word) => word && !allowed.has(word))).toEqual([]);
});
