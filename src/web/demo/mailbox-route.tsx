import { data } from "react-router";
import { may } from "#ticketing/rights/role-rights.ts";
import { siteContext, visitorContext } from "#web/request/request-context.ts";
import { pageTitle } from "#web/ui/page-title.ts";
import type { Route } from "./+types/mailbox-route.ts";
import { MailboxPage, type MailboxPageView } from "./mailbox-page.tsx";
import { mailboxTexts } from "./mailbox-texts.ts";
import "./demo.css";

export const meta: Route.MetaFunction = ({ loaderData, matches }) => [
  {
    title: pageTitle(
      matches,
      loaderData?.view.kind === "letter" ? loaderData.view.letter.subject : mailboxTexts.mailbox,
    ),
  },
];

/** Demo mode: all emails that were sent, the newest first, or one of them. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const visitor = context.get(visitorContext);
  // a public demo shows no accounts, and only the administrator may read its emails
  const mayRead =
    site.demoAccounts !== null || (visitor.kind === "person" && may(visitor.role, "office.open"));
  const letters = mayRead ? await site.demoLetters?.() : undefined;
  if (!letters) throw data(null, { status: 404 });
  if (params.id === undefined) {
    return {
      view: {
        kind: "list",
        letters: letters.map(({ id, to, subject, sentAt }) => ({ id, to, subject, sentAt })),
      } satisfies MailboxPageView,
    };
  }
  const letter = letters.find((known) => known.id === params.id);
  if (!letter) throw data(null, { status: 404 });
  return { view: { kind: "letter", letter } satisfies MailboxPageView };
}

export default function Mailbox({ loaderData }: Route.ComponentProps) {
  return <MailboxPage view={loaderData.view} />;
}
