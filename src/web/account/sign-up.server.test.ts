import { expect, test } from "vitest";
import { DatabaseUnavailable } from "#platform/database/database.server.ts";
import type { Identity } from "#platform/identity/identity.server.ts";
import { HashingBusy } from "#platform/identity/passwords/hashing.server.ts";
import { siteOrigin, testAccounts } from "#test/support/accounts.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import { askForReset, signIn } from "./sign-in.server.ts";
import { answerSignUp } from "./sign-up.server.ts";

const { identity, letters, person } = await testAccounts();
await person("ana@club.example");

const siteOver = (parts: Partial<Identity>) =>
  ({ identity: { ...identity, ...parts }, origin: "https://bilete.example" }) as SiteServices;
const broken = (failure: Error) => async () => {
  throw failure;
};

function formOf(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}
const typed = { full_name: "Ana Pop", phone: "0722 000 000", email: "noua@club.example", request_id: "r1" };
const passwords = { password: "nori peste mare", confirm_password: "nori peste mare" };

/** The page after this registration, and the answer to the browser's call. */
async function registered(fields: Record<string, string>, parts: Partial<Identity> = {}) {
  const noted: unknown[] = [];
  const answer = await answerSignUp(
    siteOver(parts),
    new Request(siteOrigin, { method: "POST", body: formOf({ ...typed, ...passwords, ...fields }) }),
    (failure) => noted.push(failure),
  );
  return { answer, noted };
}

const failures: [
  row: string,
  parts: Partial<Identity>,
  logged: 0 | 1,
  status: number,
  code: string | null,
  text: string,
][] = [
  [
    "A17-25, A7-05: a failure of ours",
    { hashing: { ...identity.hashing, hash: broken(new Error("something broke")) } },
    1,
    500,
    null,
    "Serverul intampina o problema temporara. Te rugam sa incerci din nou mai tarziu.",
  ],
  [
    "A17-26: nothing to keep an account in",
    { database: { ...identity.database, withDuty: broken(new DatabaseUnavailable("away")) } },
    1,
    503,
    "unexpected_failure",
    "Serviciul de inregistrare nu este disponibil momentan. Te rugam sa incerci din nou mai tarziu.",
  ],
  [
    "A17-25: too many passwords at once",
    { hashing: { ...identity.hashing, hash: broken(new HashingBusy()) } },
    0,
    503,
    null,
    "Serverul intampina o problema temporara. Te rugam sa incerci din nou mai tarziu.",
  ],
];

test.each(failures)(
  "%s is the amber banner, and nothing typed is lost",
  async (_row, parts, logged, status, code, text) => {
    const { answer, noted } = await registered({}, parts);
    const { request_id: requestId, ...values } = typed;
    expect(answer).toEqual({
      kind: "again",
      status,
      error: { message: text, code },
      view: { values, requestId, errors: {}, problem: { kind: "server", sentence: text } },
    });
    expect(noted).toHaveLength(logged);
  },
);

test.each([
  ["A17-23", { confirm_password: "altceva" }, 422, "confirm_password", "Parolele nu corespund"],
  [
    "A17-27",
    { password: "password", confirm_password: "password" },
    422,
    "password",
    "Parola trebuie sa aiba cel putin 8 caractere si sa contina cifre si caractere speciale. Alege o parolă mai greu de ghicit.",
  ],
  ["A17-28", { email: "a@b" }, 422, "email", "Te rugam sa introduci o adresa de email valida"],
] as const)("%s: the entered text is refused beside its field", async (_row, fields, status, field, text) => {
  const { answer } = await registered(fields);
  expect(answer).toMatchObject({ status, view: { errors: { [field]: text } }, error: { message: text } });
});

test("A17-24: while emails are off a taken address is named, and the toast promises no email", async () => {
  letters.on = false;
  const { answer } = await registered({ email: "ana@club.example" });
  expect(answer).toMatchObject({
    status: 409,
    view: { errors: { email: "Acest email este deja inregistrat" } },
    error: { code: "user_already_exists" },
  });
  const fresh = await registered({ email: "fara-scrisori@club.example" });
  expect(fresh.answer).toEqual({
    kind: "onward",
    to: "/login",
    flash: { kind: "success", text: "Cont creat. Te poți conecta." },
  });
  letters.on = true;
});

test("A7-03: with emails on the toast promises one", async () => {
  expect((await registered({})).answer).toEqual({
    kind: "onward",
    to: "/login?mode=verify",
    flash: { kind: "success", text: "Inregistrare reusita! Verifica email-ul pentru a confirma contul." },
    // for this browser alone: in it the email's link needs no password
    cookies: [
      expect.stringMatching(
        /^__Host-registration=[\w-]{43}\.[\w-]+; Path=\/; .*HttpOnly; SameSite=Lax; Secure$/,
      ),
    ],
  });
});

test("A17-29: a refusal without its own sentence is an unsuccessful registration", async () => {
  const withDuty = async () => ({ ok: false, refusal: "of tomorrow" }) as never;
  const { answer } = await registered({}, { database: { ...identity.database, withDuty } });
  expect(answer).toMatchObject({ error: { message: "Inregistrare esuata..." } });
});

test("A17-31, A17-33: a failed login or reset shows so and keeps the address", async () => {
  const site = siteOver({
    hashing: { ...identity.hashing, verify: broken(new Error("x")) },
    database: { ...identity.database, withDuty: broken(new Error("x")) },
  });
  const form = formOf({ email: "ana@club.example", password: "nori peste mare" });
  const noted: unknown[] = [];
  const note = (failure: unknown) => void noted.push(failure);
  expect(await signIn(site, new Request("https://bilete.example/login"), form, note)).toMatchObject({
    status: 503,
    view: { values: { email: "ana@club.example" }, problem: { text: "Autentificare esuata" } },
  });
  expect(await askForReset(site, formOf({ email: "ana@club.example" }), note)).toMatchObject({
    status: 503,
    view: { mode: "forgot", problem: { text: "Nu s-a putut trimite email-ul de resetare a parolei" } },
  });
  expect(noted).toHaveLength(2);
});
