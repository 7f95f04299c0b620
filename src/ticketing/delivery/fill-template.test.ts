import { describe, expect, it } from "vitest";
import { estivalLook, type Look } from "#ticketing/content/brand.ts";
import { fillTemplate, letterVariables } from "./fill-template.ts";
import { builtInTemplates, templateOf } from "./letter-template.ts";

const of = (html: string) => ({ subject: html, html, text: html });
const frame = {
  club: { name: "Club & <Vară>", trader: "Club SRL", address: "Plaja", email: "salut@club.example" },
  origin: "https://club.example",
  holdMinutes: 30,
};

describe("filling a template", () => {
  it("B10-24: fills in the ten variables, escaped once in HTML and as they are in text", () => {
    const filled = fillTemplate(of("{{customer_name}}, {{ event_name }}"), {
      customer_name: "A <b>&amp;",
      event_name: 'O\'Noapte "1"',
    });
    expect(filled.html).toBe("A &lt;b&gt;&amp;amp;, O&#39;Noapte &quot;1&quot;");
    expect(filled.text).toBe('A <b>&amp;, O\'Noapte "1"');
  });
  it("the day has a capital where a sentence or a line begins with it, and nowhere else", () => {
    const day = (html: string) => fillTemplate(of(html), { event_date: "vineri, 19 februarie 2027" }).html;
    for (const before of ["", "Luna\n", "<p>", "Luna<br>", "Ai bilete. "])
      expect(day(`${before}{{event_date}}`)).toBe(`${before}Vineri, 19 februarie 2027`);
    for (const before of ["Luna, ", "Luna, acum ", "Luna s-a mutat: "])
      expect(day(`${before}{{ event_date }}`)).toBe(`${before}vineri, 19 februarie 2027`);
  });
  it("never reads a value as a template", () => {
    const filled = fillTemplate(of("{{customer_name}}|{{ticket_code}}"), {
      customer_name: "{{ticket_code}} {{qr_code_url}} $& $1",
      ticket_code: "FSC-1",
    });
    expect(filled.text).toBe("{{ticket_code}} {{qr_code_url}} $& $1|FSC-1");
  });
  it("renders unknown variables empty and keeps other braces", () => {
    const foreign = `{{constructor.constructor('x')()}}${"$"}{7*7}<%= 1 %>{{#each}}`;
    const odd = of(`{{foo}}{{constructor}}{{__proto__}}${foreign}{{ticket_code}}`);
    expect(fillTemplate(odd, { ticket_code: "X" }).text).toBe(`${foreign}X`);
  });
  it("puts other values into the HTML where they are given, and what is missing is empty", () => {
    const words = of("{{customer_name}}|{{event_name}}|{{ticket_code}}");
    const filled = fillTemplate(words, { customer_name: "a", event_name: "b" }, { customer_name: "<c>" });
    expect(filled).toEqual({ subject: "a|b|", html: "&lt;c&gt;|b|", text: "a|b|" });
  });
  it("cuts a subject at 250 characters", () => {
    expect(fillTemplate(of("x".repeat(251)), {}).subject).toBe("x".repeat(250));
  });
  it("keeps the subject on one line, with any value in it", () => {
    const { subject } = fillTemplate(of("Bilet: {{event_name}}\r\nX: 1"), {
      event_name: "a\r\nBcc: eve@evil.example\u2028b",
    });
    expect(subject).toBe("Bilet: a Bcc: eve@evil.example b X: 1");
  });
});

describe("the club's look in a letter", () => {
  const htmlWith = (look: Look) =>
    builtInTemplates.ticket_confirmation({ ...frame, club: { ...frame.club, look } }).html;

  it("is the house's where the club has none of its own", () => {
    expect(htmlWith(estivalLook)).toBe(builtInTemplates.ticket_confirmation(frame).html);
  });

  it("is its logo beside its name, and its colours", () => {
    const html = htmlWith({
      logo: { url: "/pictures/content/a.png", small: "/pictures/content/a-100.webp" },
      light: "#ffaa00",
      signal: "#ff66cc",
    });
    expect(html).toContain('<img src="https://club.example/club/logo.png?look=');
    expect(html).toContain('bgcolor="#ff66cc"');
    expect(html).not.toContain("#38F2C0");
  });
});

it.each(Object.entries(builtInTemplates))(
  "the built-in templates: %s uses only variables that exist, and good Romanian letters",
  (_name, template) => {
    const built = template(frame);
    const all = [built.subject, built.html, built.text].join("\n");
    const used = [...all.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name);
    expect(letterVariables).toEqual(expect.arrayContaining(used));
    expect(all).not.toMatch(/[\u015e\u015f\u0162\u0163]/);
    expect(all).not.toMatch(/undefined|\[object/);
    expect(built.html).toContain("Club &amp; &lt;Vară&gt;");
    expect(built.html).not.toMatch(
      /<(?:script|link|iframe|form)|(?:href|src)="(?!https:\/\/club\.example|mailto:|\{\{)/,
    );
    const values = Object.fromEntries(letterVariables.map((name) => [name, `[${name}]`]));
    const filled = fillTemplate(built, values);
    expect(`${filled.subject}${filled.html}${filled.text}`).not.toContain("{{");
    expect(filled.text).toMatch(/\[(?:customer_name|action_url)\]/);
  },
);

it("an email with a code says what the code is for (one kind: a secret without its purpose)", () => {
  const textOf = (variables: object) =>
    builtInTemplates[templateOf({ kind: "one_time_code", variables } as never)](frame).text;
  const texts = [{ purpose: "sign-in-code" }, { purpose: "reauthenticate" }, { guest: true }].map(textOf);
  expect(texts.map((text) => /unde ți-a fost cerut, ([^.]*)\./.exec(text)?.[1])).toEqual([
    "ca să intri în cont",
    "ca să confirmi că tu ceri schimbarea începută acolo",
    "ca să arăți că adresa e a ta",
  ]);
});
