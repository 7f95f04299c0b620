import { Form, useActionData } from "react-router";
import { Button } from "./button.tsx";
import { TextInput } from "./text-input.tsx";

/** The answer to a refused name of a ticket. */
export type NamingAnswer = { naming: { purchaseId: string; name: string; error: string } };

/** Returns the same answer for a form that got no response. */
export function namingUnanswered(form: FormData, error: string): NamingAnswer {
  const text = (field: string) => String(form.get(field) ?? "");
  return { naming: { purchaseId: text("purchase_id"), name: text("holder_name"), error } };
}

type NameTicketProps = {
  purchaseId: string;
  /** The longest name, in characters. */
  longest: number;
  /** Whether the field is shown at once, not behind the question. */
  isOpen?: boolean;
  texts: { summary: string; label: string; hint: string; button: string };
};

/** Asks for the name of a ticket's holder. The page's own action takes the form. */
export function NameTicket({ purchaseId, longest, isOpen = false, texts }: NameTicketProps) {
  const answer = useActionData<Partial<NamingAnswer>>()?.naming;
  const refused = answer?.purchaseId === purchaseId ? answer : undefined;
  return (
    <details className="split-code" open={isOpen || refused ? true : undefined}>
      <summary>{texts.summary}</summary>
      <Form method="post" preventScrollReset noValidate>
        <input type="hidden" name="purchase_id" value={purchaseId} />
        <TextInput
          label={texts.label}
          hint={texts.hint}
          name="holder_name"
          autoComplete="off"
          maxLength={longest}
          defaultValue={refused?.name}
          error={refused?.error}
        />
        <Button look="ink" size="small" type="submit" name="intent" value="name">
          {texts.button}
        </Button>
      </Form>
    </details>
  );
}
