import { describe, expect, it } from "vitest";
import { done, refused } from "#kernel/outcome.ts";
import { succeeded } from "#test/support/outcomes.ts";
import { readBrandForm, readFooterForm, readLegalForm, readPageForm } from "./content-form.ts";

const page = {
  hero_title: "Fosfor",
  hero_subtitle: "Locul unde muzica întâlnește vara",
  hero_cta_text: "Cumpara Bilete Acum",
  background_url: "",
  about_title: "",
  about_content: "",
};
const brand = {
  short_name: "Fosfor",
  full_name: "Fosfor Summer Club",
  trader: "Fosfor SRL",
  company: "",
  company_code: "",
  register_no: "",
  seat: "",
  guests: "",
  logo_url: "",
  light: "",
  signal: "",
};
const footer = {
  description: "Nopți de vară.",
  address: "Plaja Licurici",
  phone: "+40 700 000 000",
  email: "Salut@Fosfor.example",
  copyright: "Toate drepturile rezervate.",
  instagram: "https://instagram.com/fosfor",
  facebook: "",
  twitter: "",
};

describe("the page's content", () => {
  it("is the hero and the part about the club, tidied (B9-02, B9-06, B12-11, B12-12)", () => {
    expect(
      readPageForm({
        ...page,
        hero_title: "  Luna \u202E Plină\u0000 ",
        about_title: "Despre",
        about_content: "a\r\n\r\n\r\nb",
      }),
    ).toEqual(
      done({
        hero: {
          title: "Luna Plină",
          subtitle: page.hero_subtitle,
          cta_text: page.hero_cta_text,
          background_url: "",
        },
        about: { title: "Despre", content: "a\n\nb" },
      }),
    );
  });

  it.each([
    [{ hero_title: " " }, { hero_title: "required" }],
    [{ hero_title: "\u202E\u0000" }, { hero_title: "required" }],
    [{ hero_title: "x".repeat(81) }, { hero_title: "too_long" }],
    [
      { hero_subtitle: "", hero_cta_text: "x".repeat(41) },
      { hero_subtitle: "required", hero_cta_text: "too_long" },
    ],
    [{ about_content: "y".repeat(1_000_000) }, { about_content: "too_long" }],
    [{ about_content: "y" }, { about_title: "title_missing" }],
    [{ about_title: "y" }, { about_content: "text_missing" }],
  ])("says what is wrong with each field: %j", (wrong, problems) => {
    expect(readPageForm({ ...page, ...wrong })).toEqual(refused(problems));
  });
});

describe("the footer", () => {
  it("is the club and how to reach it (B9-04, B9-05, B12-13)", () => {
    expect(readFooterForm(footer)).toEqual(
      done({
        footer: {
          description: "Nopți de vară.",
          address: "Plaja Licurici",
          phone: "+40 700 000 000",
          email: "salut@fosfor.example",
          copyright: "Toate drepturile rezervate.",
          social_links: { instagram: "https://instagram.com/fosfor", facebook: "", twitter: "" },
        },
      }),
    );
  });

  it.each([
    [{ email: "ana" }, { email: "email_invalid" }],
    [{ email: "ana@exemplu" }, { email: "email_invalid" }],
    [{ phone: "sunați-ne" }, { phone: "phone_invalid" }],
    [{ phone: "javascript:1" }, { phone: "phone_invalid" }],
    [{ instagram: "javascript:alert(1)" }, { instagram: "link_invalid" }],
    [{ facebook: "data:text/html,x" }, { facebook: "link_invalid" }],
    [{ twitter: "twitter.com/fosfor" }, { twitter: "link_invalid" }],
  ])("says what is wrong with each field: %j (B9-04, B9-05)", (wrong, problems) => {
    expect(readFooterForm({ ...footer, ...wrong })).toEqual(refused(problems));
  });
});

describe("the brand", () => {
  it("is the names, the logo, and two colours in one spelling", () => {
    const typed = {
      company: " Fosfor  SRL",
      company_code: "ro 1234 5674",
      register_no: "J13/1/2020",
      seat: "Plaja",
    };
    expect(
      readBrandForm({ ...brand, ...typed, full_name: " Clubul  Far ", light: "FF8A4C", signal: " #38F2C0" }),
    ).toEqual(
      done({
        club: {
          short_name: "Fosfor",
          full_name: "Clubul Far",
          trader: "Fosfor SRL",
          guests: false,
          ...typed,
          company: "Fosfor SRL",
          company_code: "RO12345674",
        },
        brand: { logo_url: "", light: "#ff8a4c", signal: "#38f2c0" },
      }),
    );
  });

  it("takes no company's code whose last digit does not follow from the others", () => {
    expect(readBrandForm({ ...brand, company_code: "RO12345678" })).toEqual(
      refused({ company_code: "company_code_invalid" }),
    );
  });

  it("may leave the house's own logo and colours", () => {
    expect(readBrandForm(brand)).toMatchObject(done({ brand: { light: "", signal: "" } }));
  });

  it.each([
    [
      { full_name: "", short_name: "x".repeat(31) },
      { full_name: "required", short_name: "too_long" },
    ],
    [{ light: "portocaliu" }, { light: "colour_invalid" }],
    [{ signal: "#38f2c0;}" }, { signal: "colour_invalid" }],
  ])("says what is wrong with each field: %j", (wrong, problems) => {
    expect(readBrandForm({ ...brand, ...wrong })).toEqual(refused(problems));
  });

  it.each([
    ["#ffffff", "#ffffff", "signal"],
    ["#ffffff", "#f4f1e8", "signal"],
    ["#ffc857", "#ffd070", "signal"],
    ["#ffffff", "#e2e2e2", "signal"],
    // beside the house's own green, and its own orange
    ["#40f0c0", "", "light"],
    ["", "#ff9050", "signal"],
  ])("refuses two colours that look alike: %s and %s", (light, signal, field) => {
    expect(readBrandForm({ ...brand, light, signal })).toEqual(refused({ [field]: "colours_alike" }));
  });

  it.each([
    ["#ff8a4c", "#38f2c0"],
    ["#ffffff", "#ffc857"],
    ["#ffffff", "#9ad8ff"],
    ["#ff7a7a", "#ffc857"],
    ["", "#ffffff"],
  ])("takes two colours that one can tell apart: %s and %s", (light, signal) => {
    expect(readBrandForm({ ...brand, light, signal })).toMatchObject({ ok: true });
  });

  it("refuses a colour that cannot be read, with the nearest that can", () => {
    const read = readBrandForm({ ...brand, light: "#202020", signal: "#38f2c0" });
    const { light, signal } = read.ok ? {} : (read.refusal as Record<string, { nearest: string }>);
    expect(signal).toBeUndefined();
    expect(light).toMatchObject({ reason: "unreadable" });
    expect(readBrandForm({ ...brand, light: light?.nearest ?? "" })).toMatchObject({ ok: true });
  });
});

describe("a legal page", () => {
  const read = (body: string) =>
    succeeded(readLegalForm({ title: "Termeni", intro: "", notice: "", body })).sections;

  it("becomes sections at its titles and paragraphs at empty lines, each section with an anchor", () => {
    expect(read("Înainte.\n\n## Cine vinde\nNoi.\nTot noi.\n\nȘi voi.\n## Cine vinde\n\n## ### <b>")).toEqual(
      [
        { id: "sectiune", title: "", paragraphs: ["Înainte."] },
        { id: "cine-vinde", title: "Cine vinde", paragraphs: ["Noi.\nTot noi.", "Și voi."] },
        { id: "cine-vinde-2", title: "Cine vinde", paragraphs: [] },
        { id: "b", title: "### <b>", paragraphs: [] },
      ],
    );
  });

  it("may be empty, and has a limit", () => {
    expect(read("")).toEqual([]);
    expect(readLegalForm({ title: "", intro: "", notice: "", body: "x".repeat(60_001) })).toEqual(
      refused({ title: "required", body: "too_long" }),
    );
  });
});
