import { describe, expect, it } from "vitest";
import { done, refused } from "#kernel/outcome.ts";
import { limits } from "#ticketing/limits.ts";
import { readResendCall, readSeasonPassConfirmation, readTicketConfirmation } from "./confirmation-form.ts";
import { defaultTemplateChoice, templateUseOf, templateUses } from "./templates/template-choice.ts";
import { readNewTemplate, readTemplate, strayBraces } from "./templates/template-form.ts";

const id = "01980000-0000-7000-8000-000000000001";

describe("a call for a confirmation", () => {
  const words = [
    "qrCode",
    "eventTitle",
    "eventDate",
    "eventTime",
    "eventLocation",
    "ticketType",
    "userEmail",
    "userName",
  ];

  it("is read for its ids alone, whatever else the specification lets it carry", () => {
    const carried = Object.fromEntries(words.map((word) => [word, "x".repeat(2000)]));
    expect(readTicketConfirmation({ ticket: { id, ticketId: "FSC-1", ...carried } })).toEqual({
      purchaseId: id,
      ticketCode: "FSC-1",
    });
    for (const ticketId of [undefined, null, ""])
      expect(readTicketConfirmation({ ticket: { id, ticketId } })).toEqual({
        purchaseId: id,
        ticketCode: undefined,
      });
    const pass = {
      id,
      seasonPassId: "SEASON-1",
      userEmail: "a",
      userName: "b",
      qrCode: "c",
      productName: null,
    };
    expect(readSeasonPassConfirmation({ seasonPass: pass })).toEqual({
      purchaseId: id,
      ticketCode: "SEASON-1",
    });
  });

  it("is not read when it is another's", () => {
    for (const body of [
      null,
      {},
      { ticket: { id: "x" } },
      { ticket: { id, price: 1 } },
      { ticket: { id }, to: "x" },
      { ticket: { id, ticketId: "x".repeat(2001) } },
      ...words.map((word) => ({ ticket: { id, [word]: 1 } })),
    ])
      expect(readTicketConfirmation(body)).toBeUndefined();
    for (const body of [
      {},
      { seasonPass: { id: "x" } },
      { seasonPass: { id, price: 1 } },
      { seasonPass: { id }, to: "x" },
      ...["seasonPassId", "productName"].map((word) => ({ seasonPass: { id, [word]: 1 } })),
    ])
      expect(readSeasonPassConfirmation(body)).toBeUndefined();
  });

  it("again names the purchase and the address its buyer is believed to have", () => {
    expect(readResendCall({ purchaseId: id, email: " a@b.ro " })).toEqual({
      purchaseId: id,
      email: "a@b.ro",
    });
    expect(readResendCall({ purchaseId: id, email: "x".repeat(320) })).toBeDefined();
    for (const odd of [{ purchaseId: "x" }, { email: " " }, { email: "x".repeat(321) }, { to: "x" }])
      expect(readResendCall({ purchaseId: id, email: "a@b.ro", ...odd })).toBeUndefined();
  });
});

describe("the form of a template", () => {
  const typed = {
    subject: " Bilet:\r\n {{event_name}} ",
    html_content: "<p>{{ customer_name }}</p>",
    text_content: "t",
  };
  const read = { subject: "Bilet: {{event_name}}", html: "<p>{{ customer_name }}</p>", text: "t" };

  it("takes a subject on one line, HTML and a text, which may be missing", () => {
    expect(readTemplate(typed)).toEqual(done(read));
    expect(readTemplate({ subject: "s", html_content: "h" })).toMatchObject({ value: { text: "" } });
    expect(readNewTemplate({ ...typed, name: " salut_2 " })).toEqual(done({ ...read, name: "salut_2" }));
    const full = "x".repeat(limits.templateBytes);
    expect(readTemplate({ subject: "x".repeat(250), html_content: full, text_content: full }).ok).toBe(true);
    expect(readNewTemplate({ ...typed, name: "x".repeat(64) }).ok).toBe(true);
  });

  it.each([
    [{ subject: " " }, { subject: "required" }],
    [{ subject: undefined }, { subject: "required" }],
    [{ subject: "x".repeat(251) }, { subject: "too_long" }],
    [{ html_content: " \n " }, { html_content: "required" }],
    [{ html_content: undefined }, { html_content: "required" }],
    [{ html_content: `${"x".repeat(limits.templateBytes - 1)}ș` }, { html_content: "too_long" }],
    [{ text_content: `${"x".repeat(limits.templateBytes - 1)}ș` }, { text_content: "too_long" }],
    [{ subject: "{{#each}}" }, { subject: "braces" }],
    [
      { html_content: "a}}", text_content: "{{b" },
      { html_content: "braces", text_content: "braces" },
    ],
  ])("refuses %j", (change, problems) => {
    const refusal = refused({ reason: "fields", problems });
    expect(readTemplate({ ...typed, ...change })).toEqual(refusal);
    expect(readNewTemplate({ ...typed, name: "salut", ...change })).toEqual(refusal);
  });

  it("takes a name of small letters, digits and lines", () => {
    for (const [name, problem] of [
      [" ", "required"],
      [undefined, "required"],
      ["Salut", "name_invalid"],
      ["a b", "name_invalid"],
      ["x".repeat(65), "name_invalid"],
      ["-a", "name_invalid"],
      ["a-", "name_invalid"],
    ])
      expect(readNewTemplate({ ...typed, name })).toEqual(
        refused({ reason: "fields", problems: { name: problem } }),
      );
  });

  it("does not understand other fields, nor a name on a template that has one", () => {
    for (const odd of [{ role: "x" }, { name: "salut" }])
      expect(readTemplate({ ...typed, ...odd })).toEqual(refused({ reason: "not_understood" }));
    expect(readNewTemplate(null)).toEqual(refused({ reason: "not_understood" }));
  });

  it("finds braces that are no variable, each by itself", () => {
    expect(strayBraces("{{a}} {{ b_c }} { } {x}")).toEqual([]);
    expect(strayBraces("{{#if}} {{A}} {{a1}} {{  a }} {{ticket_code }} }} {{open\n{{a")).toEqual([
      "{{#if}}",
      "{{A}}",
      "{{a1}}",
      "{{  a }}",
      "}}",
      "{{open",
      "{{a",
    ]);
    expect(strayBraces("{{{{a}}}}")).toEqual(["{{}}"]);
    expect(strayBraces(`{{${"a".repeat(40)}}}`)).toEqual([]);
    expect(strayBraces(`{{${"a".repeat(41)}}}`)).toHaveLength(2);
  });
});

it("three letters have a template that is chosen, and no other", () => {
  expect(
    ["ticket_confirmation", "season_pass_confirmation", "welcome_email", "role_changed"].map(templateUseOf),
  ).toEqual(["regular_ticket", "season_pass", "welcome_email", undefined]);
  for (const use of templateUses) expect(templateUseOf(defaultTemplateChoice[use])).toBe(use);
});
