import { Form, useNavigation } from "react-router";
import { formatLeiExact as money } from "#kernel/money.ts";
import { AskedDialog } from "#web/ui/asked-dialog.tsx";
import { Submit } from "../ui/act-buttons.tsx";
import { Fact } from "../ui/fact.tsx";
import { nightCostTexts as texts } from "./night-changes-texts.ts";

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
        <Fact name={texts.tiles.people}>{view.people}</Fact>
        <Fact name={texts.letters}>{view.letters}</Fact>
        <Fact name={amount}>{money(view.amount)} RON</Fact>
      </dl>
      <Form className="form" method="post" preventScrollReset>
        {view.typed.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <input type="hidden" name={confirmedField} value="1" />
        <Submit look="risk-full" width="full" disabled={isSending} label={act} />
      </Form>
      <form className="actions" method="dialog">
        <Submit look="quiet" size="small" label={texts.back} />
      </form>
    </AskedDialog>
  );
}

/** The field that says that the last step was shown. */
export const confirmedField = "confirmed";
