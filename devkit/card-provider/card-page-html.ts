import { escapeHtml } from "#kernel/escape-html.ts";
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
  const testCardRows = texts.testCardRows.map(
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
<details open><summary>${texts.testCards}</summary><table>${testCardRows}</table><p>${texts.testCardsHint}</p></details></form>
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

/** The page on which the bank asks the customer to confirm the payment (3-D Secure). */
export function bankPage(session: HostedSession, merchant: string): string {
  const { shown, kept } = session;
  return page(
    texts.bankTitle,
    html`<main class="in one"><div class="card"><h1>${texts.bankHeading}</h1><p>${texts.bankLead}</p>
<dl><div><dt>${texts.bankMerchant}</dt><dd>${merchant}</dd></div><div><dt>${texts.bankAmount}</dt><dd>${inLei(shown.amount_total)}</dd></div><div><dt>${texts.bankCard}</dt><dd>•••• ${kept.challenged?.number.slice(-4) ?? ""}</dd></div></dl>
<form method="post" action="3ds"><button name="answer" value="authorize">${texts.authorize}</button><button class="quiet" name="answer" value="reject">${texts.reject}</button></form></div></main>`,
  );
}

/** The page of a session whose time is over, or which the shop ended earlier. */
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

/** The card provider's own look: quiet, the order beside the form, nothing of the club but its name. */
export const cardPageStyle = `
*{box-sizing:border-box}
body{margin:0;background:#eef1f8;color:#1a2233;font:400 1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","Liberation Sans",sans-serif;color-scheme:light;overflow-wrap:break-word}
h1,h2,p,dl,dd{margin:0}
.in{max-width:1040px;margin:auto;padding-inline:24px}
.num,dd,.amount{font-variant-numeric:tabular-nums}
.top{background:#fff;border-bottom:1px solid #dde2ec}
.top .in{display:flex;justify-content:space-between;align-items:center;min-height:64px;gap:12px;flex-wrap:wrap;padding-block:10px}
.pv{display:flex;gap:10px;align-items:center;font-weight:700}
.pv svg{width:28px}
.test{background:#fff1cf;color:#6b4300;font-size:.875rem;font-weight:600;border-radius:6px;padding:4px 10px}
.grid{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,500px);gap:28px;align-items:start;padding-block:48px}
.order{background:linear-gradient(150deg,#1f3a8a,#142552);color:#fff;border-radius:20px;padding:28px 32px 20px;box-shadow:0 18px 40px rgba(20,37,82,.28)}
.pay{grid-template-columns:minmax(0,1fr);background:#fff;border-radius:20px;padding:28px 32px 32px;box-shadow:0 18px 40px rgba(20,37,82,.12)}
.order .back,.order h1,.order dt small{color:#d4defc}
.order .back:focus-visible{outline-color:#fff}
.order dl div{border-top-color:rgba(255,255,255,.22)}.order dl .t{border-top-color:rgba(255,255,255,.6)}
.back{color:#1f3a8a;font-weight:600;display:inline-flex;min-height:44px;align-items:center;text-underline-offset:4px}
.order h1{font-size:1rem;font-weight:600;margin-top:20px}
.amount{font-size:2.5rem;font-weight:700;letter-spacing:-.02em;line-height:1.2;margin-bottom:28px}
dl div{display:flex;justify-content:space-between;gap:24px;padding-block:14px;border-top:1px solid #dde2ec}
dt{min-width:0}dd{font-weight:600;white-space:nowrap}
dt small{display:block;color:#4b5569;font-size:.875rem}
dl .t{font-weight:700;border-top-color:#7b869c}
.pay{display:grid;gap:6px;align-content:start}
.pay h2{font-size:1.25rem;margin-bottom:6px}
label{display:block;font-weight:600;font-size:.9375rem;margin-top:10px}
input{width:100%;min-height:48px;border:1.5px solid #7b869c;border-radius:8px;padding:0 14px;font:inherit;font-size:1.0625rem;color:inherit;background:#fff}
input::placeholder{color:#5c667b;opacity:1}
input[readonly]{background:#f3f5f9;border-color:#c5cbd8}
input[aria-invalid]{border-color:#b3261e;box-shadow:0 0 0 1px #b3261e}
input,button{transition:border-color .15s,background .15s}
input:hover{border-color:#1f3a8a}
input:focus,button:focus-visible,a:focus-visible,summary:focus-visible{outline:3px solid #2f5bd7;outline-offset:1px;border-radius:8px}
.err{color:#b3261e;font-size:.9375rem;font-weight:600}
.two{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:14px;align-items:end}
.two>div{display:grid;gap:6px;align-self:start}
button,.button{min-height:54px;border:0;border-radius:12px;background:#2450c8;color:#fff;font:inherit;font-weight:700;font-size:1.125rem;cursor:pointer;padding:0 20px;width:100%}
.pay>button{margin-top:22px}
button:hover{background:#1b3f9f}
.quiet{background:#fff;color:#1f3a8a;border:1.5px solid #1f3a8a}
.quiet:hover{background:#eef2fc}
.safe{display:flex;gap:8px;align-items:center;color:#4b5569;font-size:.9375rem;margin-top:10px}
.safe svg{flex:none}
.alert{background:#fdecea;color:#8c1d18;border-radius:8px;padding:12px 16px;font-weight:600}
details{margin-top:18px;border:0;background:#f3f5fb;border-radius:8px;padding:4px 16px 12px}
summary{min-height:44px;display:flex;align-items:center;font-weight:600;cursor:pointer}
summary::before{content:"";width:8px;height:8px;border:solid #4b5569;border-width:0 2px 2px 0;transform:rotate(-45deg);margin-right:12px}
details[open]>summary::before{transform:rotate(45deg)}
summary::-webkit-details-marker{display:none}
table{border-collapse:collapse}
td{vertical-align:top;padding:4px 16px 4px 0;font-size:.9375rem}td:first-child{white-space:nowrap}
details p{color:#4b5569;font-size:.875rem;margin-top:6px}
.one{max-width:520px;margin:48px auto;padding-block:32px;background:#fff;border-radius:20px;box-shadow:0 18px 40px rgba(20,37,82,.12)}
.one h1{font-size:1.5rem;line-height:1.25;margin-bottom:10px}
.one dl{margin-block:24px}
.one form{display:grid;gap:12px}

@media(max-width:900px){.grid{grid-template-columns:minmax(0,1fr);gap:14px;padding-block:14px 32px}.order h1{margin-top:6px}.amount{margin-bottom:12px}.in{padding-inline:16px}.order,.pay{padding:16px 20px;border-radius:16px}.order dl div{padding-block:10px}.pay{padding-bottom:24px}.one{margin:16px;padding-block:24px 32px}}
@media(max-width:900px){tr{display:flex;flex-wrap:wrap}td:first-child{white-space:normal}}
@media(max-width:360px){td{padding-bottom:0}}
`.trim();
