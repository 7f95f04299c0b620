import { escapeHtml } from "#kernel/escape-html.ts";
import { cardPageStyle } from "./card-page-style.ts";
import { faultSentences, inLei, cardPageTexts as texts } from "./card-page-texts.ts";
import type { HostedSession } from "./provider-objects.ts";
import type { CardFault, CardField, CardForm } from "./test-cards.ts";

export type CardPageState = {
  form: CardForm;
  faults: Partial<Record<CardField, CardFault>>;
  /** A sentence about the last try; null before the first. */
  alert: string | null;
};

/** A piece of HTML; `html` escapes every value that is not one. */
type Html = { markup: string };

function escaped(value: string | number | Html | readonly Html[]): string {
  if (typeof value === "object")
    return [value]
      .flat()
      .map(({ markup }) => markup)
      .join("");
  return escapeHtml(String(value));
}

function html(parts: TemplateStringsArray, ...values: (string | number | Html | readonly Html[])[]): Html {
  const markup = parts.reduce((whole, part, at) => {
    const value = values[at - 1];
    return whole + (value === undefined ? "" : escaped(value)) + part;
  }, "");
  return { markup };
}

const nothing: Html = { markup: "" };

export function cardPage(session: HostedSession, merchant: string, state: CardPageState): string {
  const { shown, kept } = session;
  const amount = inLei(shown.amount_total);
  const rows = kept.lines.map(
    (line) =>
      html`<div><dt>${line.name}<small>${detail(line.description)}${line.quantity} × ${inLei(line.unit)}</small></dt><dd>${inLei(line.amount)}</dd></div>`,
  );
  const box = texts.testCardRows.map(
    ([number, result]) => html`<tr><td class="num">${number}</td><td>${result}</td></tr>`,
  );
  const field = (name: CardField, label: string, more: Html) => fieldOf(name, label, more, state);
  return page(
    texts.title,
    html`<main class="in grid">
<section class="order" aria-labelledby="merchant">${backLink(session, merchant)}<h1 id="merchant">${merchant}</h1><p class="amount">${amount}</p>
<dl>${rows}<div class="t"><dt>${texts.total}</dt><dd>${amount}</dd></div></dl></section>
<form class="pay" method="post" action="${shown.id}" aria-labelledby="heading" novalidate><h2 id="heading">${texts.heading}</h2>
${state.alert === null ? nothing : html`<p class="alert" role="alert">${state.alert}</p>`}
${field("email", texts.email, html`type="email" autocomplete="email"${shown.customer_email === null ? nothing : html` readonly`}`)}
${field("number", texts.number, html`inputmode="numeric" autocomplete="cc-number" class="num" maxlength="23"`)}
<div class="two"><div>${field("expiry", texts.expiry, html`inputmode="numeric" autocomplete="cc-exp" class="num" maxlength="9" placeholder="${texts.expiryHint}"`)}</div>
<div>${field("cvc", texts.cvc, html`inputmode="numeric" autocomplete="cc-csc" class="num" maxlength="4" placeholder="${texts.cvcHint}"`)}</div></div>
${field("name", texts.name, html`autocomplete="cc-name" maxlength="100"`)}
<button>${texts.pay(amount)}</button>
<p class="safe">${lock}${texts.safe}</p>
<details open><summary>${texts.testCards}</summary><table>${box}</table><p>${texts.testCardsHint}</p></details></form>
</main>`,
  );
}

function detail(description: string | null): Html {
  return description === null ? nothing : html`${description}, `;
}

function fieldOf(name: CardField, label: string, more: Html, state: CardPageState): Html {
  const fault = state.faults[name];
  const isFirst = Object.keys(state.faults)[0] === name;
  const invalid =
    fault === undefined
      ? nothing
      : html` aria-invalid="true" aria-describedby="${name}-fault"${isFirst ? html` autofocus` : nothing}`;
  const sentence =
    fault === undefined ? nothing : html`<p class="err" id="${name}-fault">${faultSentences[fault]}</p>`;
  return html`<label for="${name}">${label}</label><input id="${name}" name="${name}" value="${state.form[name]}" required ${more}${invalid}>${sentence}`;
}

/** The bank's own question. */
export function bankPage(session: HostedSession, merchant: string): string {
  const { shown, kept } = session;
  return page(
    texts.bankTitle,
    html`<main class="in one"><div class="card"><h1>${texts.bankHeading}</h1><p>${texts.bankLead}</p>
<dl><div><dt>${texts.bankMerchant}</dt><dd>${merchant}</dd></div><div><dt>${texts.bankAmount}</dt><dd>${inLei(shown.amount_total)}</dd></div><div><dt>${texts.bankCard}</dt><dd>•••• ${kept.challenged?.number.slice(-4) ?? ""}</dd></div></dl>
<form method="post" action="3ds"><button name="answer" value="authorize">${texts.authorize}</button><button class="quiet" name="answer" value="reject">${texts.reject}</button></form></div></main>`,
  );
}

/** The shop may have ended it before its time. */
export function expiredPage(session: HostedSession, merchant: string, now: Date): string {
  const [title, text] =
    session.shown.expires_at * 1000 > now.getTime()
      ? [texts.closedTitle, texts.closedText(merchant)]
      : [texts.expiredTitle, texts.expiredText];
  return page(
    title,
    html`<main class="in one"><h1>${title}</h1><p>${text}</p><p>${backLink(session, merchant)}</p></main>`,
  );
}

export function missingPage(): string {
  return page(
    texts.missingTitle,
    html`<main class="in one"><h1>${texts.missingTitle}</h1><p>${texts.missingText}</p></main>`,
  );
}

function backLink({ shown }: HostedSession, merchant: string): Html {
  if (shown.cancel_url === null) return nothing;
  return html`<a class="back" href="${shown.cancel_url}">← ${texts.back(merchant)}</a>`;
}

function page(title: string, main: Html): string {
  const { markup } = html`<!doctype html>
<html lang="ro">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><meta name="theme-color" content="#ffffff"><title>${title}</title><style>${{ markup: cardPageStyle }}</style></head>
<body>
<header class="top"><div class="in"><p class="pv">${cardSign}${texts.provider}</p><p class="test">${texts.testMode}</p></div></header>
${main}
</body>
</html>
`;
  return markup;
}

const cardSign: Html = {
  markup: `<svg viewBox="0 0 28 28" aria-hidden="true"><rect x="1" y="5" width="26" height="18" rx="4" fill="#1F3A8A"/><rect x="1" y="10" width="26" height="4" fill="#fff"/></svg>`,
};
const lock: Html = {
  markup: `<svg viewBox="0 0 20 20" width="18" height="18" fill="none" stroke="currentColor" stroke-width="2" aria-hidden="true"><rect x="4" y="9" width="12" height="8" rx="2"/><path d="M6.5 9V6.5a3.5 3.5 0 0 1 7 0V9"/></svg>`,
};
