import { Form } from "react-router";
import { Button } from "./button.tsx";

type SplitCodeProps = {
  /** The address that the form is sent to. */
  action?: string;
  purchaseId: string;
  texts: { summary: string; text: string; button: string };
};

/** Splits one code into a code for each person, after a warning that the old code ends. */
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
