/** The faults that are neither a crash nor a customer's press, in a few words of our own. */
export const faultRowWords: Readonly<Record<string, string>> = {
  F34: "a clock that is wrong",
  F35: "the nights when the clock jumps",
  F36: "two people edit the same",
  F37: "a price changed while somebody pays",
  F38: "hidden or closed while somebody pays",
  F39: "less stock than is taken",
  F42: "signed out in another tab",
  F49: "each job twice, in two processes",
  F51: "a migration while people buy",
  F52: "every connection taken",
  F55: "what a process remembered is lost",
};
