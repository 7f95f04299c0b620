import { translatable } from "#kernel/language.ts";
import { counted } from "#kernel/romanian.ts";
import { orderName } from "#ticketing/orders/order-number.ts";
import { returnTexts } from "#ticketing/orders/refunds/return-texts.ts";
import { saleTexts } from "#web/request/sale-texts.ts";

export const myOrderTexts = translatable({
  noOrdersTitle: "Nicio comandă încă.",
  noOrders: "Aici apar comenzile tale, cu suma și starea plății.",
  seeEvents: "Vezi evenimentele",
  orders: "Achizitii",
  latest: "Ultimele comenzi",
  all: "Toate comenzile",
  numbered: orderName,
  fromDay: (day: string) => `din ${day}`,
  lineOf: (quantity: number, title: string) => `${quantity} × ${title}`,
  paid: "Platit",
  allReturned: returnTexts.sums.returned,
  bankHas: { disputed: "Contestat la bancă", lost: returnTexts.sums.taken },
  sums: returnTexts.sums,
  gone: {
    returned: (amount: string) => `restituit ${amount} LEI`,
    taken: (amount: string) => `întors de bancă ${amount} LEI`,
    kept: (amount: string) => `rămas ${amount} LEI`,
  },
  price: (amount: string) => `${amount} LEI`,

  paidOn: (when: string) => `plătită pe ${when}`,
  receivedOn: (when: string) => `primită pe ${when}`,
  bought: "Ce ai cumpărat",
  addOn: "Supliment",
  seat: (number: number) => `Biletul ${number}`,
  valid: "valabil",
  used: "folosit",
  over: "a trecut",
  entriesLeft: (left: number, inAll: number) => `${left} din ${counted(inAll, "entry", "rămasă", "rămase")}`,
  waitsFor: (to: string | null, when: string) =>
    to ? `trimis către ${to} pe ${when}, așteaptă să accepte` : `trimis pe ${when}, așteaptă să accepte`,
  acceptedOn: (when: string) => `trimis, acceptat pe ${when}, cu alt cod`,
  refundUnderWay: "banii sunt pe drum înapoi",
  disputed: "plata e contestată la bancă",
  refunded: "restituit",
  cancelled: "anulat",
  wasPrice: (amount: string) => `a costat ${amount} LEI`,
  sentBack: (amount: string, when: string) => `a costat ${amount} LEI, dați înapoi pe ${when}`,
  feesName: saleTexts.feesName,
  feesValue: saleTexts.feesValue,
  codeDiscount: saleTexts.codeDiscount,
  paidByCard: "Plătit cu cardul",
  paidWithout: "Plătit",
  paidNothing: "Fără plată",
  less: (amount: string) => `−${amount} LEI`,
  inReview: "Ne uităm la plata acestei comenzi.",
  inDispute: "Plata acestei comenzi a fost contestată la bancă, așa că biletele ei nu intră.",
  takenBack:
    "Banca a întors banii acestei comenzi pe cardul cu care s-a plătit, așa că biletele ei nu mai sunt valabile.",
  noTickets: "Nu ai primit bilete pentru comanda aceasta.",
  seeTickets: "Vezi biletele",
  downloadAll: "Descarcă toate biletele",
  download: "Salveaza Bilet",
  resend: "Retrimite Email",
  support: (number: number) => `Pentru suport: ${orderName(number, "comanda")}.`,
});
