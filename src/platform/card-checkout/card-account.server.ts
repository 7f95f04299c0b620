import type Stripe from "stripe";
import type { AccountAnswer } from "./card-answers.ts";
import { providerFailure } from "./provider-errors.server.ts";

/** Whether the account takes money, and whether the key is one for real money. Changes nothing. */
export async function readAccount(stripe: Stripe, secretKey: string): Promise<AccountAnswer> {
  try {
    const { charges_enabled } = await stripe.accounts.retrieveCurrent();
    return { kind: "known", takesCharges: charges_enabled, livemode: /^(sk|rk)_live_/.test(secretKey) };
  } catch (error) {
    const failure = providerFailure(error);
    const { statusCode } = error as { statusCode?: number };
    if (statusCode === 401) return { kind: "refused" };
    // a restricted key may not read its own account, and still sell
    return { kind: statusCode === 403 ? "hidden" : "silent", message: failure.message };
  }
}
