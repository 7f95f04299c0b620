import { Form, Link } from "react-router";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { type NewsletterAnswer, NewsletterForm } from "./newsletter-form.tsx";
import { newsletterTexts } from "./newsletter-texts.ts";

export type NewsletterPageView =
  | { kind: "form"; answer: NewsletterAnswer | null }
  /** Reached by an email's link. Only the button acts, because mail scanners open links by themselves. */
  | { kind: "confirm" | "leave"; token: string }
  | { kind: "confirmed" | "left" | "over" };

const words = () =>
  ({
    form: [newsletterTexts.title, newsletterTexts.lead],
    confirm: [newsletterTexts.confirmTitle, newsletterTexts.confirmText],
    leave: [newsletterTexts.leaveTitle, newsletterTexts.leaveText],
    confirmed: [newsletterTexts.confirmedTitle, newsletterTexts.confirmedText],
    left: [newsletterTexts.leftTitle, newsletterTexts.leftText],
    over: [newsletterTexts.overTitle, newsletterTexts.overText],
  }) as const;

export function NewsletterPage({ view }: { view: NewsletterPageView }) {
  const [title, text] = words()[view.kind];
  return (
    <div className="wrap below-head newsletter-page">
      <div className="page-head">
        <h1 className="display">{title}</h1>
        <p>{text}</p>
      </div>
      <Act view={view} />
    </div>
  );
}

function Act({ view }: { view: NewsletterPageView }) {
  switch (view.kind) {
    case "form":
      return <NewsletterForm answer={view.answer ?? undefined} />;
    case "confirm":
    case "leave":
      return (
        <Form method="post">
          <input type="hidden" name="token" value={view.token} />
          <Button type="submit" look="sun">
            {view.kind === "confirm" ? newsletterTexts.confirmButton : newsletterTexts.leaveButton}
          </Button>
        </Form>
      );
    default:
      return (
        <Link className={buttonClass({ look: "sun" })} to="/events">
          {newsletterTexts.toNights}
        </Link>
      );
  }
}
