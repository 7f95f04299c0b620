import { randomBytes } from "node:crypto";
import type { OidcProvider } from "#platform/identity/oidc/oidc-client.server.ts";
import { startOidcProvider } from "./oidc-provider.ts";

const titles = { google: "Google, în demonstrație", apple: "Apple, în demonstrație" };

/** The doubles of Google and Apple: their login pages lie below `/_demo/sign-in/`, the rest is for this process alone. */
export async function openDemoSignIn(origin: string) {
  const verified = { email_verified: true, hd: "exemplu.example" };
  const people = [
    { sub: "ioana", email: "ioana@exemplu.example", name: "Ioana Exemplu", ...verified },
    { sub: "toma", email: "toma.nou@exemplu.example", name: "Toma Nou", ...verified },
  ];
  const client = { id: "estival-demo", secret: randomBytes(24).toString("hex") };
  const doubles = await Promise.all(
    (["google", "apple"] as const).map(async (name) => {
      const page = `${origin}/_demo/sign-in/${name}`;
      return { name, double: await startOidcProvider(client, { title: titles[name], people, page }) };
    }),
  );
  return {
    providers: doubles.map(
      ({ name, double }): OidcProvider => ({
        name,
        issuer: double.issuer,
        domains: [],
        clientId: client.id,
        clientSecret: client.secret,
      }),
    ),
    answer(request: Request): Response | undefined {
      const name = /^\/_demo\/sign-in\/(\w+)$/.exec(new URL(request.url).pathname)?.[1];
      return doubles.find((one) => one.name === name)?.double.loginPage(request);
    },
    async close(): Promise<void> {
      await Promise.all(doubles.map(({ double }) => double.close()));
    },
  };
}

export type DemoSignIn = Awaited<ReturnType<typeof openDemoSignIn>>;
