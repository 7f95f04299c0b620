import { Form, useLocation } from "react-router";
import { Button } from "./button.tsx";

type SplitCodeProps = {
  /** The address that the form is sent to. */
  action?: string;
  purchaseId: string;
  texts: { summary: string; text: string; button: string };
};

/** Splits one code into a code for each person, after a warning that the old code ends. */
export function SplitCode({ action, purchaseId, texts }: SplitCodeProps) {
  const { pathname } = useLocation();
  // another page opens at its top, not as far down as this one was
  const isSamePage = action === undefined || action === pathname;
  return (
    <details className="split-code">
      <summary>{texts.summary}</summary>
      <p>{texts.text}</p>
      <Form method="post" action={action} preventScrollReset={isSamePage}>
        <input type="hidden" name="purchase_id" value={purchaseId} />
        <Button look="ink" size="small" type="submit" name="intent" value="split">
          {texts.button}
        </Button>
      </Form>
    </details>
  );
}
