type PaymentResult =
  /** `location` is the shop's success address with the session's id in it. */
  | { kind: "paid"; location: string }
  | { kind: "refused"; status: number; sentence: string }
  | { kind: "closed"; status: number };

/**
 * Pays a hosted session as a browser without script would, by its forms. `pagesBase` as given to the provider; the
 * card is any test card; `bank` is the owner's answer if the bank asks for confirmation (3-D Secure).
 */
export async function payWithCard(
  pagesBase: string,
  sessionId: string,
  card = "4242424242424242",
  bank: "authorize" | "reject" = "authorize",
): Promise<PaymentResult> {
  const page = `${pagesBase}/c/${sessionId}`;
  const form = { email: "ana@exemplu.ro", number: card, expiry: "12 / 49", cvc: "123", name: "Ana Pop" };
  const answer = await post(page, form);
  if (answer.location === `${page}/3ds`)
    return paymentResult(await post(answer.location, { answer: bank }), page);
  return paymentResult(answer, page);
}

type FormAnswer = { status: number; location: string | null; body: string };

async function paymentResult(answer: FormAnswer, page: string): Promise<PaymentResult> {
  if (answer.location?.startsWith(`${page}?`)) {
    const rejectedPage = await fetch(answer.location);
    return { kind: "refused", status: rejectedPage.status, sentence: alertOf(await rejectedPage.text()) };
  }
  if (answer.location !== null) return { kind: "paid", location: answer.location };
  return answer.status === 402 || answer.status === 422
    ? { kind: "refused", status: answer.status, sentence: alertOf(answer.body) }
    : { kind: "closed", status: answer.status };
}

async function post(url: string, fields: Record<string, string>): Promise<FormAnswer> {
  const response = await fetch(url, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams(fields),
  });
  return { status: response.status, location: response.headers.get("location"), body: await response.text() };
}

function alertOf(page: string): string {
  return /role="alert">([^<]*)</.exec(page)?.[1] ?? "";
}
