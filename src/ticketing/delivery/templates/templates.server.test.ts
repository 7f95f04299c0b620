import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { openMailbox } from "#devkit/mailbox/mailbox.ts";
import { done, refused } from "#kernel/outcome.ts";
import { openMail } from "#platform/mail/mail-adapter.server.ts";
import { openMailStage } from "#test/support/mail-services.ts";
import { succeeded } from "#test/support/outcomes.ts";
import { paidOrder } from "#test/support/paid-order.ts";
import type { Family } from "#ticketing/events/type-family.ts";
import { deliverLetters } from "../deliver-letters.server.ts";
import { letterVariables } from "../fill-template.ts";
import { builtInTemplates } from "../letter-template.ts";
import { chooseTemplates } from "./choose-templates.server.ts";
import { createTemplate } from "./create-template.server.ts";
import { deleteTemplate } from "./delete-template.server.ts";
import { fixedTemplateNames, provideTemplates } from "./provide-templates.server.ts";
import { saveTemplate } from "./save-template.server.ts";
import { sendTemplateSample } from "./send-template-sample.server.ts";
import { defaultTemplateChoice } from "./template-choice.ts";
import { readNewTemplate, readTemplate } from "./template-form.ts";
import { findTemplateChoice, listTemplates } from "./template-queries.server.ts";
import { emptyWhenSent, unfitTemplate } from "./write-letter.server.ts";

const { season, services: mail, admin, customer } = await openMailStage();
const folder = mkdtempSync(join(tmpdir(), "estival-templates-"));
const mailbox = await openMailbox(folder);
const toMailbox = openMail({
  host: mailbox.host,
  port: mailbox.port,
  security: "loopback",
  from: { name: "Club", address: "salut@club.example" },
});
const services = { ...mail, findMail: async () => toMailbox, openMail: () => toMailbox };
afterAll(async () => {
  await mailbox.close();
  rmSync(folder, { recursive: true });
});

const words = (html: string, subject = "Bilet: {{event_name}}", text = "") => ({ subject, html, text });
const create = (name: string, html = "<p>{{ticket_code}}</p>") =>
  createTemplate(services, { actor: admin, template: { name, ...words(html) } });
const made = async (name: string, html?: string): Promise<string> => succeeded(await create(name, html)).id;
const named = async (name: string) =>
  (await listTemplates(services, admin)).find((template) => template.name === name);
const forget = () =>
  season.db`DELETE FROM email_templates; ALTER TABLE email_template_versions DISABLE TRIGGER USER; DELETE FROM email_template_versions;
     ALTER TABLE email_template_versions ENABLE TRIGGER USER; DELETE FROM site_content WHERE key = 'email_template_config'; DELETE FROM mail_pause`;
beforeEach(forget);

describe("templates", () => {
  it("start as the program's own, added once; a deleted one stays deleted (B12-16, B12-18, B10-26)", async () => {
    await Promise.all([provideTemplates(services), provideTemplates(services)]);
    expect(
      (await listTemplates(services, admin)).map(({ name, version, isBuiltIn }) => [
        name,
        version,
        isBuiltIn,
      ]),
    ).toEqual([
      ["ticket_confirmation", 1, true],
      ["season_pass_confirmation", 1, true],
      ["welcome_email", 1, true],
      ...fixedTemplateNames.map((name) => [name, 1, true]),
    ]);
    const gone = await named("welcome_email");
    await deleteTemplate(services, { actor: admin, id: gone?.id ?? "" });
    await season.db`ALTER TABLE email_template_versions DISABLE TRIGGER USER; DELETE FROM email_templates WHERE name = 'night_cancelled';
       DELETE FROM email_template_versions WHERE template_name = 'night_cancelled'; ALTER TABLE email_template_versions ENABLE TRIGGER USER`;
    // an installation from before this one came with the program
    await provideTemplates(services);
    expect(await named("night_cancelled")).toMatchObject({ version: 1, isBuiltIn: true });
    expect(await named("welcome_email")).toBeUndefined();
  });

  it("keep to the byte what nobody changed: another subject leaves the program's HTML, a word changes its line alone", async () => {
    await provideTemplates(services);
    const own = await named("ticket_confirmation");
    if (!own) throw new Error("it is provided");
    const { id, html, text } = own;
    const save = (basedOn: number, words: { subject: string; html: string; text: string }) =>
      saveTemplate(services, { actor: admin, id, basedOn, words });
    expect(await save(1, { subject: own.subject, html, text })).toEqual(done({ version: 1, isNew: false }));
    expect(await named("ticket_confirmation")).toMatchObject({ isBuiltIn: true, version: 1 });
    expect((await save(1, { subject: "Alt subiect", html, text })).ok).toBe(true);
    expect(await named("ticket_confirmation")).toMatchObject({ subject: "Alt subiect", html, text });
    const other = { html: html.replace("</h1>", "!</h1>"), text };
    expect((await save(2, { subject: "Alt subiect", ...other })).ok).toBe(true);
    expect(await named("ticket_confirmation")).toMatchObject({ subject: "Alt subiect", ...other });
    expect(await save(3, { subject: "Alt subiect", ...other })).toMatchObject({ value: { isNew: false } });
  });

  it("keep HTML that was saved under other rules to the byte while only another field changes", async () => {
    const id = await made("din_alta_vreme");
    const older = "<P>Salut, {{user_name}}<BR>la mal</P>";
    await season.db`UPDATE email_templates SET html_content = ${older} WHERE id = ${id}`;
    const saved = await saveTemplate(services, {
      actor: admin,
      id,
      basedOn: 1,
      words: words(older, "Alt subiect"),
    });
    expect(saved.ok).toBe(true);
    expect(await named("din_alta_vreme")).toMatchObject({ html: older, subject: "Alt subiect" });
  });

  it("are created, saved as versions and deleted, each with a row in the journal (B10-27, B10-28, B10-29)", async () => {
    const id = await made("mutare", "<p>unu</p>");
    const save = (basedOn: number, html: string) =>
      saveTemplate(services, { actor: admin, id, basedOn, words: words(html) });
    expect(await save(1, "<p>doi</p><script>x</script>")).toEqual(done({ version: 2, isNew: true }));
    expect(await named("mutare")).toMatchObject({ html: "<p>doi</p>", version: 2, isBuiltIn: false });
    expect(await save(1, "<p>trei</p>")).toEqual(refused({ reason: "changed_meanwhile" }));
    expect(await deleteTemplate(services, { actor: admin, id })).toEqual(done({ nextId: null }));
    expect(await deleteTemplate(services, { actor: admin, id })).toEqual(refused({ reason: "not_found" }));
    const rows = await season.db`SELECT what FROM journal WHERE subject_id = ${id} ORDER BY id`;
    expect(rows.map((row) => row.what)).toEqual(["template_created", "template_saved", "template_deleted"]);
    // A template of the same name continues the numbers, and no version can be rewritten.
    await made("mutare");
    expect(await named("mutare")).toMatchObject({ version: 3 });
    await expect(season.db`DELETE FROM email_template_versions`).rejects.toThrow("never changed");
  });

  it("lead to another template after deletion, if there is one (B10-21)", async () => {
    const first = await made("a_doua");
    const second = await made("b");
    expect(await deleteTemplate(services, { actor: admin, id: second })).toEqual(done({ nextId: first }));
  });

  it("have plain names without duplicates", async () => {
    await made("mutare");
    expect(await create("mutare")).toEqual(refused({ reason: "name_taken" }));
    for (const name of ["../x", "a".repeat(65), "A", "a b", "a\u202eb", "șablon", ""]) {
      const read = readNewTemplate({ name, subject: "s", html_content: "<p>x</p>", text_content: "" });
      expect(read).toMatchObject(refused({ problems: { name: name === "" ? "required" : "name_invalid" } }));
      await expect(
        season.db`INSERT INTO email_templates (id, name, subject, html_content, version) VALUES (gen_random_uuid(), ${name}, 's', 'h', 1)`,
      ).rejects.toThrow("email_templates_name_plain");
    }
  });

  it("require a name, a subject and HTML; the text may stay empty (B10-17, B10-18, F31, 82, 85)", async () => {
    expect(readNewTemplate({ name: "", subject: " ", html_content: "" })).toMatchObject({
      refusal: { problems: { name: "required", subject: "required", html_content: "required" } },
    });
    expect(readTemplate({ subject: "s", html_content: "<p>x</p>" })).toEqual(
      done({ subject: "s", html: "<p>x</p>", text: "" }),
    );
    expect(readTemplate({ subject: "s", html_content: "{{#each}}" })).toMatchObject({
      refusal: { problems: { html_content: "braces" } },
    });
    expect(readTemplate({ subject: "s", html_content: "x".repeat(256 * 1024 + 1) })).toMatchObject({
      refusal: { problems: { html_content: "too_long" } },
    });
    expect(readTemplate({ subject: "s", html_content: "x", path: "/etc/passwd" })).toMatchObject({
      refusal: { reason: "not_understood" },
    });
    expect(await create("gol", "<script>1</script>")).toEqual(
      refused({ reason: "empty", field: "html_content", unknown: [] }),
    );
  });

  it("are not saved when sending would take the program's own instead; unknown variables are named", async () => {
    const id = await made("necunoscut");
    const save = (changed: Partial<ReturnType<typeof words>>) =>
      saveTemplate(services, { actor: admin, id, basedOn: 1, words: { ...words("<p>unu</p>"), ...changed } });
    const empty = (field: string) => refused({ reason: "empty", field, unknown: ["nimic"] });
    expect(await save({ subject: "{{nimic}}" })).toEqual(empty("subject"));
    expect(await save({ html: "<p>{{ nimic }}</p>" })).toEqual(empty("html_content"));
    expect(await create("alt", "<p>{{nimic}}</p>")).toEqual(empty("html_content"));
    // what every letter of some kind has is no empty text
    for (const name of letterVariables)
      expect(emptyWhenSent({ ...words(`<p>{{${name}}}</p>`), subject: `{{${name}}}` })).toBeUndefined();
  });

  it.each([
    "https://evil.example/?{{order_link}}",
    "Vezi evil.example/{{ ticket_code }}",
    "{{ticket_code}}.evil.example",
    "salut@evil.ex{{nimic}}ample?body={{order_link}}",
    "http://1.2.3.4/?{{order_link}}",
  ])("are not saved with a variable that the site of a written address would get: %s", async (glued) => {
    const id = await made("lipit");
    const save = (changed: Partial<ReturnType<typeof words>>) =>
      saveTemplate(services, { actor: admin, id, basedOn: 1, words: { ...words("<p>doi</p>"), ...changed } });
    const inAddress = (field: string) => refused({ reason: "in_address", field });
    expect(await save({ text: glued })).toEqual(inAddress("text_content"));
    const html = `<p>${glued.replace("{{", "<b>{{").replace(".", "&#46;")}</b></p>`;
    expect(await save({ html })).toEqual(inAddress("html_content"));
    expect(await create("alt_lipit", html)).toEqual(inAddress("html_content"));
    const apart =
      "Site-ul https://club.example/noutati. Biletul: {{order_link}}, ora {{event_time}}. {{event_name}}";
    const cells =
      '<table><tr><td>{{event_date}}</td><td><a href="{{order_link}}">club.example</a></td></tr></table>';
    expect((await save({ text: apart, html: `<p>${apart}</p>${cells}` })).ok).toBe(true);
  });

  it("of our own have no variable inside an address, so each can be saved as it is", () => {
    const club = { name: "Club", trader: "Club SRL", address: "Plaja", email: "salut@club.example" };
    for (const own of Object.values(builtInTemplates))
      expect(unfitTemplate(own({ club, origin: "https://club.example", holdMinutes: 30 }))).toBeUndefined();
  });

  it("can be read by administrators only, by SQL too (B13-14, B13-16)", async () => {
    await expect(listTemplates(services, customer)).rejects.toThrow("permission denied");
  });
});

describe("the choice of templates", () => {
  it("is the program's three until an administrator chooses, and names existing templates only (B12-16, B10-11)", async () => {
    expect((await findTemplateChoice(services, admin)).choice).toEqual({
      regular_ticket: "ticket_confirmation",
      season_pass: "season_pass_confirmation",
      welcome_email: "welcome_email",
    });
    await provideTemplates(services);
    await made("mutare");
    const choice = { ...defaultTemplateChoice, regular_ticket: "mutare" };
    expect(await chooseTemplates(services, { actor: admin, choice })).toMatchObject({ ok: true });
    expect((await findTemplateChoice(services, admin)).choice).toEqual(choice);
    expect(
      await chooseTemplates(services, { actor: admin, choice: { ...choice, season_pass: "nu_e" } }),
    ).toEqual(refused({ reason: "unknown", uses: ["season_pass"] }));
  });

  async function bought(family: Family) {
    const person = await season.person();
    const event = await season.night({ title: "Luna <Plină>" });
    const ticketTypeId = await season.ticketType({ events: [event], family });
    return paidOrder(season.client, {
      userId: person.userId,
      ticketTypeId,
      events: [event],
      family,
      quantity: 1,
    });
  }
  const letterOf = async (orderId: string) => {
    const rows = await season.db`SELECT * FROM letters WHERE order_id = ${orderId}`;
    const letters = await mailbox.listLetters();
    return { row: rows[0], letter: letters.find((one) => one.messageId === rows[0].message_id) };
  };

  it.each([
    ["ordinary", "regular_ticket"],
    ["season_pass", "season_pass"],
    ["early_bird", "season_pass"],
  ] as const)("decides the letter of a purchase: %s by %s (B12-16)", async (family, use) => {
    await provideTemplates(services);
    await made("al_meu", "<p>Codul tău: {{ticket_code}} la {{event_name}}</p><img src='{{qr_code_url}}'>");
    await chooseTemplates(services, { actor: admin, choice: { ...defaultTemplateChoice, [use]: "al_meu" } });
    const { orderId } = await bought(family);
    await deliverLetters(services);
    const { row, letter } = await letterOf(orderId);
    expect(row).toMatchObject({ state: "sent", template: "al_meu 1", is_fallback: false });
    expect(letter?.subject).toBe("Bilet: Luna <Plină>");
    expect(letter?.html).toContain('la Luna &lt;Plină&gt;</p><img src="cid:qr@club.example"');
    expect(letter?.text).toMatch(/^Codul tău: .* la Luna <Plină>/);
    expect(letter?.attachments.map(({ contentType }) => contentType)).toContain("application/pdf");
  });

  it("falls back to the program's own when the chosen one cannot be used, and logs that (F31)", async () => {
    await made("al_meu", "<p>{{action_url}}</p>");
    await season.db`UPDATE email_templates SET html_content = '<script>1</script>'`;
    await chooseTemplates(services, {
      actor: admin,
      choice: { regular_ticket: "al_meu", season_pass: "al_meu", welcome_email: "al_meu" },
    });
    const { orderId } = await bought("ordinary");
    await deliverLetters(services);
    const { row, letter } = await letterOf(orderId);
    expect(row).toMatchObject({ state: "sent", template: "ticket_confirmation", is_fallback: true });
    expect(letter?.html).toContain(row.recipient ? "Acesta este biletul tău." : "");
  });

  it("uses the program's own with the club's present name, until an administrator edits it", async () => {
    await provideTemplates(services);
    await season.db`INSERT INTO site_content (id, key, content) VALUES (gen_random_uuid(), 'club', '{"full_name": "Clubul Nou"}') ON CONFLICT (key) DO UPDATE SET content = excluded.content`;
    expect((await named("ticket_confirmation"))?.html).toContain("Clubul Nou");
    const { orderId } = await bought("ordinary");
    await deliverLetters(services);
    expect((await letterOf(orderId)).letter?.html).toContain("Clubul Nou");
  });
});

it("a sample goes to the administrator as typed, unsaved, with a QR that admits nobody", async () => {
  await season.db`INSERT INTO email_settings (id, smtp_host, username, password, from_email, from_name) VALUES (gen_random_uuid(), 'x.ro', 'x', ${services.mailSeal.seal(Buffer.from("x"), '["email_settings","x.ro",587,"x"]')}, 'a@b.ro', 'x')`;
  const sent = await sendTemplateSample(services, {
    actor: admin,
    recipient: "sefa@club.example",
    words: words("<p>Salut, {{customer_name}}</p><img src='{{qr_code_url}}'>"),
  });
  expect(sent).toEqual(done("ok"));
  const [letter] = await mailbox.listLetters();
  expect(letter).toMatchObject({ to: "sefa@club.example", subject: "Bilet: Luna Plină" });
  expect(letter?.html).toContain("Salut, Teodora Luca");
  expect(letter?.attachments.map(({ cid }) => cid)).toEqual(["qr@estival"]);
});
