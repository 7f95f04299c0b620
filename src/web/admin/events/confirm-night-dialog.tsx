import { Form, useNavigation } from "react-router";
import { formatLeiExact as money } from "#kernel/money.ts";
import { AskedDialog } from "#web/ui/asked-dialog.tsx";
import { Button } from "#web/ui/button.tsx";
import { nightCostTexts as texts } from "./night-cost-texts.ts";

/** What a night's change means, shown before it happens. */
export type NightConfirmation = {
  /** What is about to happen, in a sentence. */
  readonly purpose: string;
  readonly people: number;
  readonly letters: number;
  /** Bani. */
  readonly amount: number;
  /** Everything that was typed; the dialog sends it once more. */
  readonly typed: readonly (readonly [name: string, value: string])[];
};

type ConfirmNightDialogProps = {
  view: NightConfirmation;
  /** What the amount is called. */
  amount: string;
  /** The words of the button that does it. */
  act: string;
};

/** The last step before a night is cancelled or moved, for who did not enter the password in this step. */
export function ConfirmNightDialog({ view, amount, act }: ConfirmNightDialogProps) {
  const isSending = useNavigation().state !== "idle";
  return (
    <AskedDialog title={texts.lastStep} kind="risk" openedBy={view}>
      <p>{view.purpose}</p>
      <dl className="night-cost__sums figures">
        <div>
          <dt>{texts.tiles.people}</dt>
          <dd>{view.people}</dd>
        </div>
        <div>
          <dt>{texts.letters}</dt>
          <dd>{view.letters}</dd>
        </div>
        <div>
          <dt>{amount}</dt>
          <dd>{money(view.amount)} RON</dd>
        </div>
      </dl>
      <Form className="form" method="post" preventScrollReset>
        {view.typed.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <input type="hidden" name={confirmedField} value="1" />
        <Button type="submit" look="risk-full" width="full" disabled={isSending}>
          {act}
        </Button>
      </Form>
      <form className="actions" method="dialog">
        <Button type="submit" look="quiet" size="small">
          {texts.back}
        </Button>
      </form>
    </AskedDialog>
  );
}

/** The field that says that the last step was shown. */
export const confirmedField = "confirmed";
