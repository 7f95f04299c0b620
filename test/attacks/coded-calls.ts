import type { Uuid } from "#kernel/id.ts";

/** A night with one type of 100 lei, which the forms and calls below are about. */
type Stage = { readonly origin: string; readonly night: Uuid; readonly type: Uuid };

export type By = { readonly token?: string; readonly from?: string; readonly cookie?: string };

/** The ways in which a code reaches the site. Each request comes from a network of its own, unless told otherwise. */
export function codedCalls({ origin, night, type }: Stage) {
  let networks = 0;
  const newNetwork = () => `2001:db8:c0de:${(networks++).toString(16)}::1`;

  async function send(
    path: string,
    { token, from = newNetwork(), cookie }: By,
    body?: URLSearchParams | string,
  ) {
    const cookies = [...(token ? [`session=${token}`] : []), ...(cookie ? [cookie] : [])].join("; ");
    const answer = await fetch(`${origin}${path}`, {
      method: body === undefined ? "GET" : "POST",
      redirect: "manual",
      headers: {
        "x-forwarded-for": from,
        cookie: cookies,
        origin: origin,
        ...(typeof body === "string" ? { "content-type": "application/json" } : {}),
      },
      ...(body === undefined ? {} : { body }),
    });
    const set = answer.headers.getSetCookie();
    const flash = decodeURIComponent(
      /^flash=([^;]*)/.exec(set.find((one) => one.startsWith("flash=")) ?? "")?.[1] ?? "",
    );
    return {
      status: answer.status,
      headers: answer.headers,
      code: set.find((one) => one.startsWith("code=")),
      said: flash === "" ? null : ((JSON.parse(flash) as string[])[1] ?? null),
      text: await answer.text(),
    };
  }

  /** The button beside the field of the code, with one ticket chosen; a refusal stands beside the field. */
  async function typeIn(code: string, by: By, more: Record<string, string> = {}) {
    const choice = { ticket_id: type, quantity: "1", price: "10000" };
    const answer = await send(
      `/events/${night}`,
      by,
      new URLSearchParams({ ...choice, intent: "apply_code", typed_code: code, ...more }),
    );
    const [, said] = /id="cod-refuzat".*?<span>(.*?)<\/span>/.exec(answer.text) ?? [];
    return { ...answer, said: said ?? answer.said };
  }
  const link = (code: string, by: By) => send(`/events/${night}?${new URLSearchParams({ code })}`, by);
  async function call(
    code: string | undefined,
    by: By,
    ticketId: Uuid = type,
    more: Record<string, unknown> = {},
  ) {
    const answer = await send(
      "/functions/v1/checkout-session",
      by,
      JSON.stringify({
        lines: [{ ticket_id: ticketId, quantity: 1 }],
        code,
        mode: "payment",
        cancel_url: `${origin}/events/${night}`,
        success_url: `${origin}/tickets/success?session_id={CHECKOUT_SESSION_ID}`,
        ...more,
      }),
    );
    return { ...answer, body: JSON.parse(answer.text) as Record<string, unknown> };
  }
  /** The form of the night's page. */
  const press = (code: string, by: By) =>
    send(
      `/events/${night}`,
      by,
      new URLSearchParams({ ticket_id: type, quantity: "1", price: "10000", code }),
    );

  return { send, typeIn, link, call, press };
}
