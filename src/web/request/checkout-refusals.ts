import { formatLei } from "#kernel/money.ts";
import { counted } from "#kernel/romanian.ts";
import { inSeconds } from "#kernel/time.ts";
import { durations } from "#ticketing/limits.ts";
import type { CheckoutRefusal } from "#ticketing/orders/checkout/open-checkout.server.ts";
import { captchaTexts } from "#web/sign-in/captcha-fields.ts";
import { saleTexts } from "./sale-texts.ts";

/** The time in which unpaid holds are counted. */
const recently = `ultimele ${counted(durations.hoarding / inSeconds.hour, { one: "oră", few: "ore", other: "ore" })}`;

/** Who already keeps places from others is asked to be a person. */
export const secondHold = `Ai deja locuri rezervate și neplătite în ${recently}. Ca să ții și altele, arată mai jos că nu ești un robot sau plătește întâi rezervarea deschisă.`;

/** The sentence and the status when "pay" is refused. Quoted texts are byte for byte. */
export function checkoutRefusal(refusal: CheckoutRefusal): {
  status: number;
  sentence: string;
  retryAfter?: number;
} {
  switch (refusal.reason) {
    case "not_signed_in":
      return { status: 401, sentence: saleTexts.loginFirst };
    case "may_not_buy":
      return { status: 403, sentence: saleTexts.gateAccount };
    case "unknown_type":
      return { status: 404, sentence: saleTexts.choiceInvalid };
    case "wrong_event":
      return { status: 400, sentence: saleTexts.choiceInvalid };
    case "no_price":
      return { status: 409, sentence: saleTexts.typeNotConfigured };
    case "event_unavailable":
      return { status: 409, sentence: "Momentan nu se vând bilete la acest eveniment." };
    case "event_past":
      return { status: 409, sentence: "Evenimentul a trecut, biletele nu mai sunt de vânzare." };
    case "not_on_sale":
      return { status: 409, sentence: "Acest tip de bilet nu este de vânzare acum." };
    case "sale_stopped":
      return { status: 409, sentence: saleTexts.stopped, retryAfter: 60 };
    case "not_open_yet":
      return { status: 409, sentence: "Vânzarea nu s-a deschis încă." };
    case "wait_in_room":
      return { status: 409, sentence: "Se intră pe rând, din sala de așteptare. Încă nu ți-a venit rândul." };
    case "not_enough":
      return { status: 409, sentence: "Nu exista suficiente bilete disponibile" };
    case "sold_alone":
      return { status: 400, sentence: saleTexts.soldAlone };
    case "older_build_runs":
      return { status: 503, sentence: saleTexts.upgrading, retryAfter: 60 };
    case "too_many_people":
      return { status: 409, sentence: saleTexts.tooManyPeople(refusal.most) };
    case "price_changed":
      return {
        status: 409,
        sentence: `Prețul s-a schimbat: acum ${formatLei(refusal.total)} LEI. Continui?`,
      };
    case "other_order_open":
      return {
        status: 409,
        sentence: "Ai deja o plată deschisă pentru acest eveniment. Continu-o sau renunță la ea.",
      };
    case "already_paid":
      return { status: 409, sentence: "Plata deschisă înainte a reușit. Biletele te așteaptă în profil." };
    case "key_reused":
      return { status: 422, sentence: "Aceeași cerere a fost trimisă cu alt conținut." };
    case "too_many_places_held":
      return {
        status: 429,
        sentence: `Ții deja prea multe locuri pe care nu le-ai plătit. Plătește-le sau renunță la ele, ori încearcă din nou peste ${waitInWords(refusal.retryAfter)}.`,
        retryAfter: refusal.retryAfter,
      };
    case "held_too_long":
      return {
        status: 429,
        sentence: `În ${recently} ai ținut prea mult locuri pe care nu le-ai plătit. Încearcă din nou peste ${waitInWords(refusal.retryAfter)}.`,
        retryAfter: refusal.retryAfter,
      };
    case "captcha_needed":
      return refusal.why === "away"
        ? { status: 503, sentence: captchaTexts.away, retryAfter: 10 }
        : {
            status: 403,
            sentence: secondHold,
          };
    case "too_fast":
      return {
        status: 429,
        sentence: "Prea multe încercări. Așteaptă un minut și încearcă din nou.",
        retryAfter: refusal.retryAfter,
      };
    case "provider_unavailable":
      return { status: 503, sentence: saleTexts.failed, retryAfter: 10 };
    case "busy":
      return { status: 503, sentence: saleTexts.failed, retryAfter: 5 };
  }
}

/** Whole minutes up to two hours, then whole hours, rounded up. */
function waitInWords(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return minutes <= 120
    ? counted(minutes, { one: "minut", few: "minute", other: "minute" })
    : counted(Math.ceil(minutes / 60), { one: "oră", few: "ore", other: "ore" });
}
