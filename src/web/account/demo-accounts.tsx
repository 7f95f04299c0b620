import type { RefObject } from "react";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { useEnhanced } from "#web/ui/use-enhanced.ts";
import { accountTexts } from "./account-texts.ts";

export type DemoAccountView = { role: string; email: string; password: string };

type DemoAccountsProps = { accounts: DemoAccountView[]; form: RefObject<HTMLFormElement | null> };

/** Demo mode only. Without a script the data can be read and typed. */
export function DemoAccounts({ accounts, form }: DemoAccountsProps) {
  const enhanced = useEnhanced();
  const fill = (account: DemoAccountView) => {
    for (const name of ["email", "password"] as const) {
      const input = form.current?.elements.namedItem(name);
      if (input instanceof HTMLInputElement) input.value = account[name];
    }
    form.current?.querySelector<HTMLButtonElement>("button[value=login]")?.focus();
  };
  return (
    <details className="demo-accounts">
      <summary>
        <Icon name="key" /> {accountTexts.demoTitle}
      </summary>
      <ul>
        {accounts.map((account) => (
          <li key={account.email}>
            <dl className="key-values">
              <dt>{accountTexts.demoRole}</dt>
              <dd>{account.role}</dd>
              <dt>{accountTexts.email}</dt>
              <dd>{account.email}</dd>
              <dt>{accountTexts.password}</dt>
              <dd>{account.password}</dd>
            </dl>
            {enhanced ? (
              <Button
                look="line"
                size="small"
                aria-label={accountTexts.demoFillFor(account.role)}
                onClick={() => fill(account)}
              >
                {accountTexts.demoFill}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
    </details>
  );
}
