import { useId } from "react";
import { useFetcher, useLocation } from "react-router";
import { Button } from "#web/ui/button.tsx";
import { publicTexts } from "./public-texts.ts";

export type NewsletterAnswer = { readonly email: string; readonly problem: string };

/** An address field and a button. It also works without JavaScript; a refused address stays in the field. */
export function NewsletterForm({ answer }: { answer?: NewsletterAnswer | undefined }) {
  const subscribing = useFetcher<NewsletterAnswer>();
  const { pathname, search } = useLocation();
  const id = useId();
  const refused = subscribing.data ?? answer;
  return (
    <subscribing.Form className="newsletter" method="post" action="/newsletter">
      <label className="visually-hidden" htmlFor={id}>
        {publicTexts.newsletterField}
      </label>
      <input type="hidden" name="return_to" value={pathname + search} />
      <input
        className="input"
        id={id}
        name="email"
        type="email"
        required
        defaultValue={answer?.email}
        placeholder={publicTexts.newsletterPlaceholder}
        autoComplete="email"
        aria-invalid={refused ? true : undefined}
        aria-describedby={refused ? `${id}-error` : undefined}
      />
      <Button look="sand" type="submit" disabled={subscribing.state !== "idle"}>
        {publicTexts.newsletterButton}
      </Button>
      {refused ? (
        <p className="newsletter__problem" id={`${id}-error`} role="alert">
          {refused.problem}
        </p>
      ) : null}
    </subscribing.Form>
  );
}
