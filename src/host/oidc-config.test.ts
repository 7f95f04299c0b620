import { expect, test } from "vitest";
import { readOidcProviders } from "./service-config.ts";

const whole = {
  OIDC_MUNCA_ISSUER: "https://munca.example",
  OIDC_MUNCA_CLIENT_ID: "estival",
  OIDC_MUNCA_CLIENT_SECRET: "un secret",
};

test("a provider is named by its variables; its domains are a list", () => {
  expect(
    readOidcProviders({ ...whole, OIDC_MUNCA_DOMAINS: " Munca.example, alta.example,", PATH: "x" }),
  ).toEqual({
    problems: [],
    providers: [
      {
        name: "munca",
        issuer: "https://munca.example",
        clientId: "estival",
        clientSecret: "un secret",
        domains: ["munca.example", "alta.example"],
      },
    ],
  });
  expect(readOidcProviders({})).toEqual({ problems: [], providers: [] });
});

test.each([
  [{ ...whole, OIDC_MUNCA_ISSUER: "http://munca.example" }, /OIDC_MUNCA_ISSUER/],
  [{ ...whole, OIDC_MUNCA_ISSUER: "x" }, /OIDC_MUNCA_ISSUER/],
  [{ OIDC_MUNCA_ISSUER: "https://munca.example" }, /OIDC_MUNCA_CLIENT_ID[\s\S]*OIDC_MUNCA_CLIENT_SECRET/],
  [{ OIDC_ISSUER: "https://munca.example" }, /OIDC_ISSUER/],
  [{ ...whole, OIDC_MUNCA_SECRET: "x" }, /OIDC_MUNCA_SECRET/],
  [{ OIDC_EMAIL_ISSUER: "https://munca.example" }, /names of our own/],
])("%j stops the start and says why, without the secret", (env, message) => {
  const { problems: wrong } = readOidcProviders(env);
  expect(wrong.join("\n")).toMatch(message);
  expect(wrong.join("\n")).not.toContain("un secret");
});
