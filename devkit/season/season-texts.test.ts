import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { counted, spanInWords } from "#kernel/romanian.ts";
import { type Day, instantOf } from "#kernel/time.ts";
import { sellerLine } from "#ticketing/content/seller.ts";
import { limits } from "#ticketing/limits.ts";
import { choiceUntil } from "#ticketing/orders/moved-nights/moved-night.ts";
import { returnTexts } from "#ticketing/orders/refunds/return-texts.ts";
import { sideWidthSeconds } from "#web/admin/side-width.ts";
import { offerTexts } from "#web/public/offer-texts.ts";
import { cookieSeconds } from "#web/request/own-cookie.server.ts";
import { payTerms, saleTexts } from "#web/request/sale-texts.ts";
import frameTexts from "./season-texts.json" with { type: "json" };
import { seasonTexts } from "./season-texts.ts";

const night = { date: "2027-07-24" as Day, time: "22:00", doors: null } as Parameters<typeof choiceUntil>[0];

it("what a moved night gives back is promised until the moment that the rule allows", () => {
  const begins = instantOf("2027-07-24" as Day, "22:00").getTime() / 1000;
  const before = begins - choiceUntil(night, begins - 30 * 24 * 3600);
  expect(returnTexts.promise).toContain(`cel puțin până cu ${spanInWords(before)} înainte`);
});

it("the promise is made in one place, and everywhere else by it", () => {
  const said = readdirSync("src", { recursive: true, encoding: "utf8" })
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
    .filter((file) => /(?:anul|mut)[^"`]*primești banii/.test(readFileSync(`src/${file}`, "utf8")));
  expect(said).toEqual(["ticketing/orders/refunds/return-texts.ts"]);
  const terms = JSON.stringify(seasonTexts("2027-06-01" as Day).terms);
  for (const text of [saleTexts.noWithdrawal, offerTexts.rules.join(" "), terms])
    expect(text).toContain(returnTexts.promise);
});

it("free tickets promise no money back beside the button, before the payment and in the rules of each page", () => {
  expect(payTerms(true)).toContain(returnTexts.free);
  expect(payTerms(true)).not.toMatch(/banii|retragere/);
  expect(payTerms(false)).toContain(saleTexts.noWithdrawal);
  // whoever says the terms asks whether they are of something free
  const said = readdirSync("src", { recursive: true, encoding: "utf8" }).filter(
    (file) => /\.tsx?$/.test(file) && /saleTexts\.noWithdrawal/.test(readFileSync(`src/${file}`, "utf8")),
  );
  expect(said).toEqual(["web/request/sale-texts.ts"]);
});

it("what sending a ticket and writing a name do to its code is said in one sentence wherever the rules stand", () => {
  const terms = JSON.stringify(seasonTexts("2027-06-01" as Day).terms);
  for (const text of [offerTexts.rules.join(" "), terms]) expect(text).toContain(saleTexts.handOver);
  expect(saleTexts.handOver).toMatch(/trimiți.*cod nou.*alt nume; codul rămâne același/);
});

it("the terms say the limits and times that the rules have, and no text promises an invoice", () => {
  const all = JSON.stringify(seasonTexts("2027-06-01" as Day));
  for (const rule of [
    `cel mult ${counted(limits.quantity, "ticket")} de un fel, pentru cel mult ${counted(limits.peoplePerOrder, "person")}`,
    `Fără cont, cel mult ${counted(limits.ticketsPerGuest, "ticket")} la o noapte`,
    saleTexts.bringId,
    // as at the foot of each page and email
    `${sellerLine(frameTexts.club)}. Ne scrii la ${frameTexts.footer.email}`,
  ])
    expect(all).toContain(rule);
  // HOLD_MINUTES and the end of the night decide how long places are held
  expect(all).toContain("când ajungi la plată, pentru timpul arătat lângă comandă");
  expect(all).not.toMatch(/factur|[{]\w+[}]/i);
});

it("the page about cookies names every cookie that is set, for as long as it is kept, and no other", () => {
  const { sections } = seasonTexts("2027-06-01" as Day).cookies as { sections: { paragraphs: string[] }[] };
  const said = sections.flatMap(({ paragraphs }) => paragraphs);
  const listed = said.flatMap((line) => {
    const [, name, span] = line.match(/^([\w-]+): .*\. Ține (.+)\.$/) ?? [];
    return name && span ? [[name, span]] : [];
  });
  const all = { ...cookieSeconds, "office-side": sideWidthSeconds };
  const kept = Object.entries(all).map(([name, seconds]) => [name, spanInWords(seconds)]);
  expect(listed.toSorted()).toEqual(kept.toSorted());
  expect(Object.fromEntries(listed)).toMatchObject({ session: "30 de zile", "known-browser": "400 de zile" });
});
