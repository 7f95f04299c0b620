import { Form } from "react-router";
import { Button } from "./button.tsx";

type SplitCodeProps = {
  /** Where its form goes. */
  action?: string;
  purchaseId: string;
  texts: { summary: string; text: string; button: string };
};

/** A code for each person, after it was said that the old one ends. */
export function SplitCode({ action, purchaseId, texts }: SplitCodeProps) {
  return (
    <details className="split-code">
      <summary>{texts.summary}</summary>
      <p>{texts.text}</p>
      <Form method="post" action={action} preventScrollReset>
        <input type="hidden" name="purchase_id" value={purchaseId} />
        <Button look="ink" size="small" type="submit" name="intent" value="split">
          {texts.button}
        </Button>
      </Form>
    </details>
  );
}
